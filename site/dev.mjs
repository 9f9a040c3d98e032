import { fileURLToPath } from 'node:url'
import { createServer } from 'vitepress'
import { writeReference } from './write-reference.mjs'

/** Serves the pages, and shows changes at once. */
await writeReference()
const server = await createServer(fileURLToPath(new URL('.', import.meta.url)))
await server.listen()
server.printUrls()
