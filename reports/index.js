// Adds what HTML alone cannot do: search, filters, and opening what a link leads to. Everything can be read without it.
"use strict";
(() => {
  const form = document.getElementById("filter");
  const shown = document.getElementById("shown");
  const requirements = [...document.querySelectorAll("details.requirement")];
  const sections = [...document.querySelectorAll("section.heading, section.enhancement")];
  const texts = new Map();
  const text = (requirement) => {
    if (!texts.has(requirement)) texts.set(requirement, requirement.textContent.toLowerCase());
    return texts.get(requirement);
  };
  const fits = (value, wanted) => !wanted || (wanted[0] === "!" ? value !== wanted.slice(1) : value === wanted);

  const apply = () => {
    const wanted = Object.fromEntries(new FormData(form));
    const words = wanted.words.toLowerCase().split(/\s+/).filter(Boolean);
    const narrowed = Object.values(wanted).some(Boolean);
    let number = 0;
    for (const requirement of requirements) {
      const { verdict, level, proof } = requirement.dataset;
      const fit = fits(verdict, wanted.verdict) && fits(level, wanted.level) && fits(proof, wanted.proof) &&
        fits(requirement.closest(".enhancement").id, wanted.enhancement) && words.every((word) => text(requirement).includes(word));
      requirement.hidden = !fit;
      number += fit;
    }
    for (const section of sections) {
      section.hidden = narrowed && !section.querySelector("details.requirement:not([hidden])");
    }
    shown.textContent = narrowed ? `${number} of ${requirements.length} requirements` : `${requirements.length} requirements`;
  };

  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.closest("[hidden]")) {
      form.reset();
      apply();
    }
    for (let at = target; at; at = at.parentElement) {
      if (at.tagName === "DETAILS") at.open = true;
    }
    target.scrollIntoView();
  };

  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:not([open])")];
    for (const one of closed) one.open = true;
  });
  addEventListener("afterprint", () => {
    for (const one of closed) one.open = false;
  });
  let waiting = 0;
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(apply, 120);
  });
  form.addEventListener("reset", () => setTimeout(apply, 0));
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", reveal);
  // a link that is followed twice changes no hash
  document.addEventListener("click", (event) => {
    if (event.target.closest('a[href^="#"]')) setTimeout(reveal, 0);
  });
  form.hidden = false;
  apply();
  reveal();
})();
