#!/bin/sh
# Runs a command with an unlocked, empty secret store of its own: sh keyring.sh COMMAND…
# Inside dbus-run-session, so that the store of whoever runs the tests is never touched.
set -eu
home="$(mktemp -d)"
trap 'rm -rf "$home"' EXIT
export XDG_DATA_HOME="$home/data" XDG_RUNTIME_DIR="$home/run"
mkdir -p "$XDG_DATA_HOME" "$XDG_RUNTIME_DIR"
chmod 700 "$XDG_RUNTIME_DIR"
# It answers when this returns, and ends with its bus. An empty password would leave the store locked.
printf prueba | gnome-keyring-daemon --unlock --components=secrets >/dev/null
# What makes this session, for the tests' workers: one that is opened inside another leaves both to choose from
# (sessions.ts).
own="$(env -u LEGAJO_TEST_SESSIONS | grep -E '^(DISPLAY|XAUTHORITY|DBUS_SESSION_BUS_ADDRESS|XDG_DATA_HOME|XDG_RUNTIME_DIR)=')"
export LEGAJO_TEST_SESSIONS="${LEGAJO_TEST_SESSIONS:+$LEGAJO_TEST_SESSIONS

}$own"
"$@"
