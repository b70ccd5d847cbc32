// Runs the test that the query names, and reports its result.
const query = new URLSearchParams(location.search)
const report = error => fetch("/result", { method: "POST", body: JSON.stringify(error) })

addEventListener("unhandledrejection", ({ reason }) => report(`unhandled: ${reason?.stack ?? reason}`))
try {
  const { run } = await import(`./${query.get("case")}.js`)
  if (await run({ url: query.get("server"), app: "kiosk" })) await report(null)
} catch (error) {
  await report(`${error.stack ?? error}`)
}
