# shellcheck shell=bash
# The container image where no container engine runs: with buildah, on bases made by debootstrap, the build stage's with this
# machine's Swift toolchain mounted. Needs root and a Debian mirror. To be sourced after common.sh and bare.sh.
# shellcheck disable=SC2034 # the variables are for those who source it
image_packages=(buildah debootstrap jq)
runtime_base=localhost/navstate-runtime:$suite
build_base=localhost/navstate-build:$suite
image=localhost/navstate:latest
base_path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

buildah() {
  command buildah --storage-driver vfs --root "$cache/storage" --runroot "$cache/run" "$@"
}

# make_base NAME PATH PACKAGE...
make_base() {
  local name=$1 path=$2 container tree
  shift 2
  if buildah inspect --type image "$name" >/dev/null 2>&1; then return; fi
  say "Making $name"
  mkdir -p "$cache"
  container=$(buildah from scratch)
  tree=$(buildah mount "$container")
  bootstrap "$tree" "$@"
  buildah umount "$container" >/dev/null
  buildah config --env "PATH=$path" "$container"
  buildah commit --quiet --rm "$container" "$name" >/dev/null
}

make_runtime_base() { make_base "$runtime_base" "$base_path"; }

# build_image FILE VERSION writes the image to a new .tar.gz, as `docker load` reads it, with the version and `latest` as its tags. Two of them at the same commit, with the same
# toolchain and bases, have the same bytes.
build_image() {
  local toolchain committed unpacked status=0
  toolchain=$(dirname "$(realpath "$(command -v swift)")")
  committed=$(git -C "$root" log -1 --format=%ct)
  make_runtime_base
  make_base "$build_base" "$base_path:$toolchain" "${build_packages[@]}"
  buildah bud --format docker --isolation chroot --pull=never --timestamp "$committed" \
    --build-arg SOURCE_DATE_EPOCH="$committed" --build-arg COMMIT="$(git -C "$root" rev-parse HEAD)" \
    --build-arg BUILD_BASE="$build_base" --build-arg RUNTIME_BASE="$runtime_base" \
    --volume "${toolchain%/usr/bin}:${toolchain%/usr/bin}:ro" --tag "$image" "$root" >&2 || return
  unpacked=$(mktemp --directory)
  buildah push --quiet "$image" "docker-archive:$unpacked/image.tar:navstate" >&2 && buildah rmi --prune >/dev/null &&
    pack_image "$unpacked" "$committed" "$1" "$2" || status=$?
  rm -rf "$unpacked"
  return "$status"
}

# pack_image FOLDER SECONDS FILE VERSION packs image.tar of the folder anew, without what names the containers of the build: their id
# and their host name.
pack_image() {
  local config name
  tar --extract --file "$1/image.tar" --directory "$1" &&
    config=$(jq --raw-output '.[0].Config' "$1/manifest.json") &&
    jq --compact-output 'del(.container, .container_config, .config.Hostname)' "$1/$config" >"$1/config" || return
  name=$(sha256sum "$1/config" | cut -d ' ' -f 1).json
  mv "$1/config" "$1/$name"
  jq --compact-output --arg name "$name" --arg tag "navstate:$4" \
    '[.[0] | {Config: $name, RepoTags: [$tag, "navstate:latest"], Layers}]' \
    "$1/manifest.json" >"$1/list" && mv --force "$1/list" "$1/manifest.json" || return
  jq --raw-output '.[0] | "manifest.json", .Config, .Layers[]' "$1/manifest.json" |
    tar --create --directory "$1" --files-from - --mtime="@$2" --owner=0 --group=0 --numeric-owner --mode=0444 |
    gzip --no-name --best >"$3"
}

# load_image FILE prints a new container of the image.
load_image() {
  local archive status=0
  archive=$(mktemp)
  # buildah does not read a compressed archive.
  gunzip --stdout "$1" >"$archive" && buildah from "docker-archive:$archive" || status=$?
  rm -f "$archive"
  return "$status"
}
