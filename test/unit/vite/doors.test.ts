import { describe, expect, it } from 'vitest'
import {
  explainDoor,
  explainInitializer,
  findQwikVersion,
  isAliased,
} from '../../../src/vite/wrong-door.js'

describe('the version of Qwik', () => {
  it('is known by the plugin of its router', () => {
    expect(findQwikVersion([{ name: 'latchkey' }, { name: 'vite-plugin-qwik-city' }])).toBe(1)
    expect(findQwikVersion([{ name: 'vite-plugin-qwik-router' }])).toBe(2)
    expect(findQwikVersion([{ name: 'latchkey' }])).toBeUndefined()
  })
})

describe('an import from the door of the other version', () => {
  it('is answered with the right import', () => {
    expect(explainDoor('latchkey/qwik2', 1)).toContain('Import from "latchkey" instead.')
    expect(explainDoor('latchkey', 2)).toContain('Import from "latchkey/qwik2" instead.')
    expect(explainDoor('latchkey/qwik2/ui', 1)).toContain('Import from "latchkey/qwik/ui" instead.')
    expect(explainDoor('latchkey/qwik/ui', 2)).toContain('Import from "latchkey/qwik2/ui" instead.')
  })

  it.each([
    ['latchkey', 1],
    ['latchkey/qwik2', 2],
    ['latchkey/qwik/ui', 1],
    ['latchkey/qwik2/ui', 2],
    ['latchkey/core', 1],
    ['latchkey/core', 2],
    ['latchkey-extras', 2],
    ['latchkey', undefined],
    ['latchkey/qwik2', undefined],
  ] as const)('is not reported: %s on Qwik %s', (source, version) => {
    expect(explainDoor(source, version)).toBeUndefined()
  })
})

describe('an alias of the app', () => {
  it.each([/^latchkey$/, 'latchkey', /latch/g])('leads an import elsewhere: %s', (find) => {
    expect(isAliased('latchkey', [{ find: '~' }, { find }])).toBe(true)
  })

  it.each([/^latchkey\/qwik2$/, 'latch', '~'])('concerns other imports: %s', (find) => {
    expect(isAliased('latchkey', [{ find }])).toBe(false)
  })
})

describe('an initializer from a module that has none', () => {
  it.each([
    [`import { routeAuth$ } from 'latchkey/core'`, 1, '"latchkey"'],
    [`import { QwikAuth$ } from 'latchkey/core'`, 1, '"latchkey"'],
    [`import { type Session, FrameworkAuth$ } from "latchkey/vite"`, 2, '"latchkey/qwik2"'],
    [
      `import {\n  routeAuth$ as auth$,\n} from 'latchkey/providers/github'`,
      undefined,
      '"latchkey"',
    ],
  ] as const)('is answered with the right import: %s', (code, version, door) => {
    expect(explainInitializer(code, version)).toMatch(new RegExp(`Import it from ${door} instead`))
  })

  it.each([
    `import { routeAuth$ } from 'latchkey'`,
    `import { FrameworkAuth$ } from 'latchkey/qwik2'`,
    `import { signIn } from 'latchkey/core'`,
    `import { routeAuth$ } from './auth'`,
  ])('is not reported: %s', (code) => {
    expect(explainInitializer(code)).toBeUndefined()
  })
})
