#!/bin/sh
# Makes stand-ins, from Debian's packages, for the images that the Containerfile and
# deploy/compose.yaml name. With them both can be tried where no registry of images can be reached:
#
#   tools/release/stand_in_images.sh docker
#
# The argument is docker or podman. It needs root and mmdebstrap, and replaces images of these names.
set -eu
engine=${1:?docker or podman}
certificates=/etc/ssl/certs/ca-certificates.crt
folder=$(mktemp --directory)
trap 'rm -rf "$folder"' EXIT

cat > "$folder/postgres.sh" <<'START'
#!/bin/sh
set -eu
data=/var/lib/postgresql/data
if [ "$(id -u)" = 0 ]; then
  install -d -o postgres "$data" /run/postgresql
  exec setpriv --reuid=postgres --regid=postgres --init-groups sh "$0"
fi
if [ ! -e "$data/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" | initdb --pgdata "$data" --username "$POSTGRES_USER" \
    --auth scram-sha-256 --encoding UTF8 --pwfile /dev/stdin
  echo "host all all all scram-sha-256" >> "$data/pg_hba.conf"
  echo "create database $POSTGRES_USER" | postgres --single -D "$data" postgres
fi
exec postgres -D "$data" -c listen_addresses='*'
START

# The host's certificates are for package indexes that the host reaches through a proxy.
mmdebstrap --variant=minbase \
  --include=python3,python3-pip,python3-dev,python-is-python3,ca-certificates,caddy,postgresql-17 \
  --customize-hook='rm "$1"/usr/lib/python3*/EXTERNALLY-MANAGED' \
  --customize-hook="copy-in $certificates /etc/ssl/certs" \
  --customize-hook="copy-in $folder/postgres.sh /" \
  trixie "$folder/root.tar"

image() {
  name=$1
  shift
  "$engine" import "$@" "$folder/root.tar" "docker.io/library/$name"
}
image python:3.13-slim --change "ENV PIP_CERT=$certificates"
image caddy:2 --change "ENV XDG_CONFIG_HOME=/config" --change "ENV XDG_DATA_HOME=/data" \
  --change 'CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]'
image postgres:17 --change "ENV PATH=/usr/lib/postgresql/17/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
  --change 'CMD ["sh", "/postgres.sh"]'
