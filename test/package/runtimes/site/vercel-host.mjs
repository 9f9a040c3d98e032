import { EdgeRuntime, runServer } from 'edge-runtime'
import { readFileSync } from 'node:fs'

// Vercel's own stand-in for its edge: a Node without what is only Node's, but with `process.env`.
const runtime = new EdgeRuntime({
  initialCode: readFileSync(new URL('../dist/worker-vercel/worker.js', import.meta.url), 'utf8'),
  extend: (context) => Object.assign(context, { process: { env: process.env } }),
})

const { url } = await runServer({ runtime, host: '127.0.0.1', port: 0 })
console.log(`Listening on port ${new URL(url).port}`)
