import { expectThat } from '../expectations.js'
import { attack, type AttackCase } from './attack-case.js'
import type { Browser } from './browser.js'
import { openBrowser } from './target.js'

/**
 * A call without arguments, in the format that `server$` uses in the browser in Qwik 1 and Qwik 2.
 */
const bodies: readonly ((hash: string) => string)[] = [
  (hash) => JSON.stringify({ _entry: '1', _objs: [`\u0002_#s_${hash}`, ['0']] }),
  () => '[4,[4,[]]]',
]

/** Words that appear in a config, but must not appear in any response. */
const configWords = /clientSecret|trustHost|"providers"|authorize/

/** Attacks on server functions, which Qwik lets a browser call by their hash. */
export const serverFunctionCases: readonly AttackCase[] = [
  attack('CF1', 'the config function is not a server function', ['page'], async (target) => {
    const browser = openBrowser(target)
    const hashes = await findHashes(browser, target.page)
    expectThat(hashes.length > 0, `a form of \`useSignIn\` or \`useSignOut\` at ${target.page}`)
    for (const hash of hashes) {
      for (const name of [hash, `s_${hash}`, `a_b_${hash}`]) {
        for (const body of bodies) {
          const text = await callFunction(browser, target.page, name, body(hash))
          const secret = (target.secrets ?? []).find((one) => text.includes(one))
          const isConfig = secret !== undefined || configWords.test(text)
          expectThat(!isConfig, `a refusal when a stranger calls ${name}, but the config came`)
        }
      }
    }
  }),
]

/** The ids of our actions end with the hash of the config function. */
async function findHashes(browser: Browser, page: string): Promise<readonly string[]> {
  const text = await (await browser.fetch(page, { headers: { accept: 'text/html' } })).text()
  const found = [...text.matchAll(/(?:signin|signout|session)-([A-Za-z0-9]{8,})/g)]
  return [...new Set(found.map(([, hash = '']) => hash))]
}

async function callFunction(
  browser: Browser,
  page: string,
  name: string,
  body: string,
): Promise<string> {
  const headers = {
    'x-qrl': name,
    'content-type': 'application/qwik-json',
    origin: browser.origin,
  }
  const path = `${page}${page.includes('?') ? '&' : '?'}qfunc=${name}`
  return (await browser.fetch(path, { method: 'POST', headers, body })).text()
}
