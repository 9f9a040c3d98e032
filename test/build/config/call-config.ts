import { canary } from './forms.js'

/** A call without arguments, as the browser's half of `server$` writes it. */
const bodies = {
  1: (hash: string) => JSON.stringify({ _entry: '1', _objs: [`\u0002_#s_${hash}`, ['0']] }),
  2: () => '[4,[4,[]]]',
}

/** The app did not answer with its page. */
export class NoPage extends Error {}

/** Whether a stranger gets the config by calling its function as a server function. */
export async function callConfig(origin: string, version: 1 | 2): Promise<boolean> {
  const page = await (await fetch(origin)).text()
  const hash = /signin-([A-Za-z0-9]+)/.exec(page)?.[1]
  if (hash === undefined) throw new NoPage(`The page has no form.\n${page}`)
  for (const name of [hash, `s_${hash}`, `a_b_${hash}`]) {
    const response = await fetch(`${origin}/?qfunc=${name}`, {
      method: 'POST',
      headers: { 'x-qrl': name, 'content-type': 'application/qwik-json', origin },
      body: bodies[version](hash),
    })
    if ((await response.text()).includes(canary)) return true
  }
  return false
}
