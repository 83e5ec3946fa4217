#!/bin/sh
# Builds real programs at the versions that a go.mod pins and prints the folder they are in. A second call finds them in
# the user's cache and builds nothing.
#   build.sh [control-plane]    kube-apiserver, kube-controller-manager, etcd and kubectl
#   build.sh cloud-controller   aws-cloud-controller-manager, whose modules are of another Kubernetes
set -eu
here=$(cd "$(dirname "$0")" && pwd)
what=${1:-control-plane}
kubernetes="k8s.io/kubernetes/cmd"
aws="k8s.io/cloud-provider-aws"

case $what in
control-plane)
    folder_of_modules=$here pin=k8s.io/kubernetes title=Kubernetes asked=kube-apiserver takes="about ten minutes"
    instead="name a folder that holds kube-apiserver, etcd and kube-controller-manager in KUBEBUILDER_ASSETS"
    programs="
kube-apiserver=$kubernetes/kube-apiserver
etcd=go.etcd.io/etcd/server/v3
kube-controller-manager=$kubernetes/kube-controller-manager
kubectl=$kubernetes/kubectl
"
    ;;
cloud-controller)
    folder_of_modules=$here/cloud_controller pin=$aws title="cloud-provider-aws"
    asked=aws-cloud-controller-manager takes="about five minutes"
    instead="put an aws-cloud-controller-manager on PATH"
    programs="
aws-cloud-controller-manager=$aws/cmd/aws-cloud-controller-manager
"
    ;;
*)
    echo "build.sh: there is no '$what' to build: use control-plane or cloud-controller" >&2
    exit 2
    ;;
esac

cache=${XDG_CACHE_HOME:-${HOME:?neither XDG_CACHE_HOME nor HOME is set}/.cache}/enhancement-conformance-kit/$what
modules=$folder_of_modules/go.mod
version=$(sed -n "s|^[[:space:]]*$pin v\([0-9.]*\).*\$|\1|p" "$modules")
minimum=$(sed -n 's/^go \(.*\)$/\1/p' "$modules")
made_from=$(cat "$modules" "$folder_of_modules/go.sum" | cksum)
target="$cache/$version"

if [ -f "$target/made-from" ] && [ "$(cat "$target/made-from")" = "$made_from" ]; then
    echo "$target"
    exit 0
fi

fail() {
    echo "$what: $*" >&2
    exit 1
}

remedy="$title $version needs Go $minimum or newer to build: install it from go.dev/doc/install, or $instead"
command -v go >/dev/null 2>&1 || fail "there is no Go on PATH. $remedy"
cd "$folder_of_modules"
# Go itself says what it lacks; newer ones may fetch the toolchain that go.mod asks for
said=$(go list -m 2>&1) || fail "$(GOTOOLCHAIN=local go env GOVERSION 2>/dev/null || echo 'this Go') cannot build it \
($said). $remedy"

# Counts what is downloaded and compiled, and lets through whatever else the compiler says.
show_progress() {
    awk '
        /^go: downloading / { if (++modules % 25 == 0) { printf "    %d modules downloaded\n", modules; fflush() } next }
        /^[A-Za-z0-9._\/-]+$/ { if (++packages % 100 == 0) { printf "    %d packages compiled\n", packages; fflush() } next }
        { print; fflush() }
    ' >&2
}

mkdir -p "$cache"
for left in "$cache"/.building-*; do
    [ -d "$left" ] && ! kill -0 "${left##*-}" 2>/dev/null && rm -rf "$left"
done
folder="$cache/.building-$$"
mkdir "$folder"
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM HUP

minor=${version#*.}
flags="-s -w"
for package in k8s.io/client-go/pkg/version k8s.io/component-base/version; do
    flags="$flags -X $package.gitVersion=v$version -X $package.gitMajor=${version%%.*}"
    flags="$flags -X $package.gitMinor=${minor%%.*} -X $package.gitTreeState=clean"
done

echo "$what: building $title $version into $target ($takes, once)" >&2
for program in $programs; do
    name=${program%%=*}
    echo "  $name" >&2
    # the exit code of the first part of a pipe is lost: what was built is looked at instead
    CGO_ENABLED=0 go build -v -mod=readonly -trimpath -ldflags "$flags" -o "$folder/$name" "${program#*=}" 2>&1 |
        show_progress
    [ -x "$folder/$name" ] || fail "$name could not be built; the lines above say why"
done

"$folder/$asked" --version | grep -q "v$version\$" || fail "the $asked built says it is \
$("$folder/$asked" --version), not v$version"
echo "$made_from" >"$folder/made-from"
rm -rf "$target"
mv "$folder" "$target"
echo "$target"
