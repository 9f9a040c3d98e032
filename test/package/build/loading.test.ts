import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { root } from './folder.js'
import { openDoor, walkModules } from './module-graph.js'

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
  it('has no proofs of possession until a provider needs them', () => {
    expect(
      run(`
        config.providers.push({
          id: 'bound', name: 'Bound', type: 'oauth', clientId: 'id', clientSecret: 'secret', dpop: true,
          issuer: 'https://bound.test', authorization: 'https://bound.test/a', token: 'https://bound.test/t',
          userinfo: 'https://bound.test/u', checks: ['none'],
          [Symbol.for('latchkey.custom-fetch')]: async () => new Response('{}', { status: 500 }),
        })
        const isLoaded = () => [...files].some((file) => /dpop/.test(file))
        const codes = [await ask('/auth/signin/github', { method: 'POST' })]
        const before = isLoaded()
        const start = await Auth(new Request('https://app.test/auth/signin/bound', { method: 'POST' }), config)
        const cookie = start.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ')
        await ask('/auth/callback/bound?code=1', { headers: { cookie } })
        return { codes, before, after: isLoaded() }`),
    ).toEqual({ codes: [302], before: false, after: true })
  })

  it('is no package until a user signs in at a provider', () => {
    expect(
      run(`
        const statuses = [await ask('/auth/session'), await ask('/auth/signin')]
        const before = [...packages]
        statuses.push(await ask('/auth/signin/github', { method: 'POST' }))
        return { statuses, before, after: [...packages].sort() }`),
    ).toEqual({ statuses: [200, 200, 302], before: [], after: ['jose', 'oauth4webapi'] })
  })

  it('is nothing about passwords without their provider, neither at once nor later', () => {
    const reachable = (...doors: readonly string[]): boolean => {
      const conditions = ['node', 'import', 'default']
      const { files } = walkModules(
        doors.map((door) => openDoor(door, conditions)),
        conditions,
      )
      return [...files].some((file) => /\bscrypt\b/.test(readFileSync(file, 'utf8')))
    }
    expect(reachable('./core', './providers/credentials', './providers/github')).toBe(false)
    expect(reachable('./core', './providers/password')).toBe(true)
  })

  it('is no list of common passwords before a password is set', () => {
    expect(
      run(`
        const { default: Password } = await import('latchkey/providers/password')
        const { memoryAdapter } = await import('latchkey/adapters/memory')
        const { setPassword } = await import('latchkey/core')
        const adapter = memoryAdapter()
        await adapter.createUser({ id: '1', email: 'ada@app.test', emailVerified: null })
        const own = { ...config, adapter, providers: [Password({ hasher: { scheme: 'scrypt', ln: 4 } })] }
        const isLoaded = () => [...files].some((file) => file.includes('common-passwords'))
        const before = isLoaded()
        const { ok } = await setPassword(own, '1', 'tide lantern gravel')
        return { before, ok, after: isLoaded(), packages: [...packages] }`),
    ).toEqual({ before: false, ok: true, after: true, packages: [] })
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
