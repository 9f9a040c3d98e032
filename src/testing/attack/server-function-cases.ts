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
    const { url, hashes, answer } = await openForms(browser, target.page)
    expectThat(
      hashes.length > 0,
      `a form of \`useSignIn\` or \`useSignOut\` at ${target.page}, but ${answer}`,
    )
    for (const hash of hashes) {
      const found = await findConfigBehind(hash, { browser, url, secrets: target.secrets })
      expectThat(
        found === undefined,
        `a refusal when a stranger calls ${found ?? ''}, but the config came`,
      )
    }
  }),
]

/** Who calls a function, where, and what no response may contain. */
interface Call {
  readonly browser: Browser
  readonly url: string
  readonly secrets?: readonly string[] | undefined
}

/** Calls the function with a hash, and returns the name under which it answers with a config. */
export async function findConfigBehind(
  hash: string,
  { browser, url, secrets = [] }: Call,
): Promise<string | undefined> {
  for (const name of [hash, `s_${hash}`, `a_b_${hash}`]) {
    for (const body of bodies) {
      const text = await callFunction(browser, url, name, body(hash))
      if (configWords.test(text) || secrets.some((one) => text.includes(one))) return name
    }
  }
  return undefined
}

/** A page with the app's forms, and the hashes of the config functions that they belong to. */
interface FormPage {
  /** Where the redirects of the page led. A call that is redirected would reach no function. */
  readonly url: string
  readonly hashes: readonly string[]
  /** What came, for an error message. */
  readonly answer: string
}

/** The ids of our actions end with the hash of the config function. */
async function openForms(browser: Browser, path: string): Promise<FormPage> {
  const { url, status, html, response } = await browser.fetchPage(path)
  const found = [...html.matchAll(/(?:signin|signout|session)-([A-Za-z0-9]{8,})/g)]
  const hashes = [...new Set(found.map(([, hash = '']) => hash))]
  const elsewhere = response.headers.get('location')
  const isRedirected = new URL(path, browser.origin).href !== url
  const from = isRedirected ? `the page redirects to ${url}, where ` : ''
  const came =
    elsewhere === null
      ? `the answer ${status} has none`
      : `the answer ${status} redirects to ${elsewhere}, which is another site`
  return { url, hashes, answer: from + came }
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
  const url = new URL(page)
  url.searchParams.append('qfunc', name)
  return (await browser.fetch(url.href, { method: 'POST', headers, body })).text()
}
