import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { latchkey, type LatchkeyOptions } from '../src/vite.js'

type Bundle = Record<string, unknown>

/** What Vite gives a plugin to work with, as far as this one asks for it. */
function environment(consumer: 'client' | 'server') {
  return {
    environment: { config: { consumer } },
    error: (message: string): never => {
      throw new Error(message)
    },
  }
}

function transform(
  code: string,
  consumer: 'client' | 'server' = 'client',
  { id = '/src/routes/plugin@auth.ts', ...options }: LatchkeyOptions & { id?: string } = {},
): string {
  const hook = latchkey(options).transform as {
    handler(this: unknown, code: string, id: string): { code: string } | null
  }
  return hook.handler.call(environment(consumer), code, id)?.code ?? code
}

function generate(bundle: Bundle, consumer: 'client' | 'server' = 'client'): void {
  const hook = latchkey().generateBundle as (this: unknown, options: object, bundle: Bundle) => void
  hook.call(environment(consumer), {}, bundle)
}

const chunk = (id: string, code: string): Bundle => ({
  a: { type: 'chunk', fileName: 'build/a.js', modules: { [id]: { code } } },
})
const segment = '/src/routes/plugin@auth.ts_FrameworkAuth_abc.js'

describe('the import in a client build', () => {
  it.each([
    [`import { FrameworkAuth$ } from 'latchkey'`, 'serverAuth$ as FrameworkAuth$'],
    [`import { FrameworkAuth$ as auth$ } from "latchkey"`, 'serverAuth$ as auth$'],
    [`import { type Session, FrameworkAuth$ } from 'latchkey'`, 'serverAuth$ as FrameworkAuth$'],
    [`import {\n  FrameworkAuth$, // { ours }\n} from 'latchkey'`, 'serverAuth$ as FrameworkAuth$'],
  ])('takes the name that stays on the server: %s', (code, expected) => {
    expect(transform(code)).toContain(expected)
  })

  it.each([
    `import { serverAuth$ } from 'latchkey'`,
    `import type { Session } from 'latchkey'`,
    `import { FrameworkAuth$ } from 'elsewhere'`,
    `const text = 'latchkey'`,
  ])('is left alone: %s', (code) => {
    expect(transform(code)).toBe(code)
  })

  it.each([
    `import * as all from 'latchkey'`,
    `export * from 'latchkey'`,
    `export { FrameworkAuth$ as our$ } from 'latchkey'`,
  ])('fails the build on a way round: %s', (code) => {
    expect(() => transform(code)).toThrow('by name from "latchkey"')
  })

  it('is left alone on the server, whatever it is', () => {
    const code = `import { FrameworkAuth$ } from 'latchkey'\nexport * from 'latchkey'`
    expect(transform(code, 'server')).toBe(code)
  })
})

describe('the files of the browser', () => {
  it('may hold the config function as a null', () => {
    for (const code of ['export const s_abc = null', 'const s_abc = /*#__PURE__*/ null', '']) {
      expect(() => generate(chunk(segment, code))).not.toThrow()
    }
  })

  it('may not hold it as it is', () => {
    const bundle = chunk(segment, `const s_abc = () => ({ secret: 'x' })`)
    expect(() => generate(bundle)).toThrow('build/a.js would publish the config function')
    expect(() => generate(bundle, 'server')).not.toThrow()
    expect(() => generate(chunk('/src/other.ts', 'const a = 1'))).not.toThrow()
  })

  it('have maps without the sources of its callers', () => {
    const sourcesContent = [`serverAuth$(() => ({ secret: 'x' }))`, 'const a = 1', null]
    const source = JSON.stringify({ version: 3, sourcesContent })
    const asset = { type: 'asset', fileName: 'build/a.js.map', source }
    generate({ asset })
    expect(JSON.parse(asset.source)).toEqual({
      version: 3,
      sourcesContent: [null, 'const a = 1', null],
    })
  })

  it('have other maps and assets as they were', () => {
    const map = { type: 'asset', fileName: 'a.map', source: Buffer.from('{"sources":[]}') }
    const picture = { type: 'asset', fileName: 'a.svg', source: '<svg/>' }
    generate({ map, picture })
    expect([String(map.source), picture.source]).toEqual(['{"sources":[]}', '<svg/>'])
  })
})

describe('the router of Qwik 2 in the browser', () => {
  const id = '@qwik-router-config'
  const table = 'const routes = { about: {} };'

  it.each([
    ['/auth', {}, '/auth/signin/'],
    ['/app/api/auth/', { basePath: '/app/api/auth/' }, '/app/api/auth/signin/'],
  ])('leaves what is below %s to the browser, once it goes there', async (path, options, ours) => {
    const location = { pathname: '/', reload: vi.fn() }
    const sandbox: { place?: Place; location: unknown } = { location }
    const code = `${transform(table, 'client', { id, ...options })}; place = routes`
    runInNewContext(code, sandbox)
    const place = path
      .split('/')
      .filter(Boolean)
      .reduce<Place>((at, part) => at[part] as Place, sandbox.place ?? {})
    const { _P, _I } = place['_A'] as { _P: string; _I: (() => Promise<unknown>)[] }
    expect([_P, _I.length]).toEqual(['rest', 1])
    void _I[0]?.()
    expect(location.reload).not.toHaveBeenCalled()
    location.pathname = ours
    void _I[0]?.()
    expect(location.reload).toHaveBeenCalledTimes(1)
  })

  it('goes first to what the application has there', () => {
    const mine = 'const routes = { auth: { _A: "mine" } };'
    const code = `${transform(mine, 'client', { id })}; routes.auth._A`
    expect(runInNewContext(code)).toBe('mine')
  })

  it('is told nothing where our pages are among its own, and on the server', () => {
    expect(transform(table, 'client', { id, basePath: '/' })).toBe(table)
    expect(transform(table, 'server', { id })).toBe(table)
  })

  it('is left alone where its table is not what we know', () => {
    expect(transform('const tree = {};', 'client', { id })).toBe('const tree = {};')
  })
})

type Place = Record<string, unknown>
