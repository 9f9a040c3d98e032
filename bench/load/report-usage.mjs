/**
 * Loaded into a server beside its own code, with `--import`: tells the process that started it what
 * the server uses, and ends the server when that process is gone.
 */

setInterval(() => {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  sendToParent({ usage: { rss, heapUsed, cpuMs: (user + system) / 1000 } })
}, 250).unref()

// Whatever is asked, it is what the heap holds when all garbage is gone.
process.on('message', () => {
  globalThis.gc?.()
  sendToParent({ collectedHeap: process.memoryUsage().heapUsed })
})

process.on('disconnect', () => process.exit())

/** @param {import('./demo-server.mjs').Told} told */
function sendToParent(told) {
  if (process.connected) process.send?.(told)
}
