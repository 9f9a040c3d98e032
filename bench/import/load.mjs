/** Imports what it is told, and tells what that took: nanoseconds by the wall and by the processor. */
const names = process.argv.slice(2)
const startCpu = process.cpuUsage()
const start = process.hrtime.bigint()
for (const name of names) await import(name)
const wall = Number(process.hrtime.bigint() - start)
const { user, system } = process.cpuUsage(startCpu)
console.log(JSON.stringify({ wall, cpu: (user + system) * 1000 }))
