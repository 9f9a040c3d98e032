import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { root } from './folder.js'

/** Tells what a program has loaded when it is done; `Debugger` learns of every script. */
const watch = `
  import { Session } from 'node:inspector'
  const packages = new Set()
  const files = new Set()
  const session = new Session()
  session.connect()
  session.on('Debugger.scriptParsed', ({ params: { url } }) => {
    const name = /\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(url)?.[1]
    if (name) packages.add(name)
    else if (url.includes('/dist/')) files.add(url)
  })
  session.post('Debugger.enable')
  const { Auth } = await import('latchkey/core')
  const { default: GitHub } = await import('latchkey/providers/github')
  const config = {
    secret: 'a secret that is long enough for everybody',
    trustHost: true,
    skipCSRFCheck: Symbol.for('latchkey.skip-csrf-check'),
    providers: [GitHub({ clientId: 'id', clientSecret: 'secret' })],
  }
  const ask = async (path, init) => (await Auth(new Request('https://app.test' + path, init), config)).status`

describe('what is loaded', () => {
  it('is no package until somebody signs in at an identity service', () => {
    expect(
      run(`
        const statuses = [await ask('/auth/session'), await ask('/auth/signin')]
        const before = [...packages]
        statuses.push(await ask('/auth/signin/github', { method: 'POST' }))
        return { statuses, before, after: [...packages].sort() }`),
    ).toEqual({ statuses: [200, 200, 302], before: [], after: ['jose', 'oauth4webapi'] })
  })

  // Each costs a cold start about 2 ms. How modules import each other decides how many there are.
  it('is few files of ours', () => {
    expect(run('return files.size')).toBeLessThanOrEqual(20)
  })
})

function run(body: string): unknown {
  const program = `${watch}
  const result = await (async () => {${body}})()
  console.log(JSON.stringify(result))`
  const options = { cwd: root, encoding: 'utf8' } as const
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], options))
}
