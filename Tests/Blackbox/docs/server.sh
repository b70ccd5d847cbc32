# Functions that start a server beside the commands that follow, wait until it is ready, and stop it.
stop_server() { [[ -z ${server:-} ]] || { kill $server; wait $server; }; }
start_server() {
  stop_server || return
  "$@" >"$SERVER_LOG" 2>&1 & server=$!
  until curl --silent --fail --output /dev/null $BASE/readyz || ! kill -0 $server; do sleep 0.02; done
  kill -0 $server || { tail --bytes=2000 "$SERVER_LOG" && false; }
}
