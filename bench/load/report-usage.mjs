/**
 * Loaded into a server beside its own code, with `--import`: tells the process that started it what
 * the server uses, and ends the server when that process is gone.
 */
import { setInterval } from 'node:timers'

setInterval(() => {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  if (process.connected) process.send?.({ rss, heapUsed, cpuMs: (user + system) / 1000 })
}, 250).unref()

process.on('disconnect', () => process.exit())
process.channel?.unref()
