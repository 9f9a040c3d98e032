import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  findConfigBehind,
  serverFunctionCases,
} from '../../../../src/testing/attack/server-function-cases.js'
import { openBrowser } from '../../../../src/testing/attack/target.js'
import { canary } from './forms.js'

/** The app did not answer with its page. */
export class NoPage extends Error {}

/**
 * Whether a stranger gets the config by calling its function, with the attack that we publish, or by
 * calling a server function of the app. A stranger can compute the hashes of these.
 */
export async function callConfig(
  origin: string,
  serverFunctions: readonly string[] = [],
): Promise<boolean> {
  // Qwik reads the manifest when it renders a page, and an app may refuse from then on.
  for (let visits = 0; visits < 2; visits++) {
    const response = await fetch(origin, { headers: { accept: 'text/html' } })
    const page = await response.text()
    // The dev server shows an error of the app with status 200.
    if (!response.ok || !page.includes('signin-')) throw new NoPage(page)
  }
  const target = { url: `${origin}/auth`, page: '/', secrets: [canary] }
  for (const { run } of serverFunctionCases) {
    const refusal = await run(target).catch((error: unknown) => error)
    if (refusal instanceof Error && refusal.message.includes('the config came')) return true
    if (refusal instanceof Error) throw refusal
  }
  const browser = openBrowser(target)
  for (const hash of serverFunctions) {
    const call = { browser, url: `${origin}/`, secrets: [canary] }
    if ((await findConfigBehind(hash, call)) !== undefined) return true
  }
  return false
}

/** How the optimizer names a function, also in a minified server: `"s_DU1nfFoU0pw"`. */
const symbol = /\w_([A-Za-z0-9]{11})["'`]/g

/** Returns the hashes of all functions in a built server. The server functions are among them. */
export function hashesIn(server: string): readonly string[] {
  const files = readdirSync(server, { recursive: true, withFileTypes: true })
  const texts = files
    .filter((file) => file.isFile() && file.name.endsWith('.js'))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  const found = texts.flatMap((text) => Array.from(text.matchAll(symbol)))
  return [...new Set(found.map(([, hash = '']) => hash))]
}
