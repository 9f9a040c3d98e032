import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { root } from '../folder.js'
import { serveFetch, type Served } from '../serve-fetch.js'

/** The path that the site is built for. */
export const base = '/latchkey/'

const folder = join(root, 'site/dist')
const types: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
}

/** Serves the built site as GitHub Pages would, which finds `guide/email.html` at `guide/email`. */
export function serveSite(): Promise<Served> {
  return serveFetch(({ url }) => Promise.resolve(answer(decodeURIComponent(new URL(url).pathname))))
}

function answer(path: string): Response {
  const wanted = join(folder, normalize(path.replace(base, '/')))
  const file = [wanted, `${wanted}.html`, join(wanted, 'index.html')].find(isFile)
  if (!path.startsWith(base) || !file) return new Response('Not found', { status: 404 })
  const type = types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  return new Response(readFileSync(file), { headers: { 'content-type': type } })
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}
