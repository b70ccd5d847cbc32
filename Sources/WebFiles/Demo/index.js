// Shows three views of one session. Each view is a separate client.

const key = location.hash.slice(1) || `table-${crypto.getRandomValues(new Uint32Array(1))[0]}`
history.replaceState(null, "", `#${key}`)

for (const device of ["kiosk", "phone", "kitchen"]) {
  document.querySelector(`.${device} iframe`).src = `view.html#device=${device}&key=${key}`
}
document.querySelector("#anew").onclick = () => { location.hash = ""; location.reload() }
