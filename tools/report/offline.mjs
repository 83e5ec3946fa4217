// Takes out of a rendered page what would be loaded from another host, and refuses a page where anything of it is left.
import { readFileSync, writeFileSync } from "node:fs";

const [page, output] = process.argv.slice(2);
const OUTSIDE = /<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)\s*=\s*["']?(?:https?:)?\/\/[^>]*>/i;
const ANALYTICS = /\s*<script\b[^>]*\bsrc="https:\/\/www\.googletagmanager\.com[^>]*>\s*<\/script>(?:\s*<script\b[^>]*>(?:(?!<\/script>)[\s\S])*?gtag\((?:(?!<\/script>)[\s\S])*?<\/script>)?/g;

const html = readFileSync(page, "utf8").replace(ANALYTICS, "");
const left = html.match(OUTSIDE) ?? html.match(/googletagmanager/);
if (left) {
  console.error(`the page would still load something from outside: ${left[0].slice(0, 200)}`);
  process.exit(1);
}
writeFileSync(output, html);
