import { describe, expect, it } from 'vitest'
import { latchkey } from '../src/vite.js'

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

function transform(code: string, consumer: 'client' | 'server' = 'client'): string {
  const hook = latchkey().transform as {
    handler(this: unknown, code: string): { code: string } | null
  }
  return hook.handler.call(environment(consumer), code)?.code ?? code
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
