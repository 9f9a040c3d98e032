import * as fc from 'fast-check'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { redact } from '../../../src/config/redact.js'
import { hideInLogs } from '../../../src/errors/hidden-values.js'
import { InvalidRedirect } from '../../../src/errors/runtime-errors.js'
import { MethodNotAllowed } from '../../../src/errors/request-errors.js'
import { seal } from '../../../src/crypto/seal.js'

const secret = 'correct horse battery staple'

/** All that a log could print of a value, hidden members included. */
const print = (value: unknown): string => inspect(value, { depth: 20, showHidden: true })

const printRedacted = (value: unknown): string => print(redact(value, [secret]))

describe('redact', () => {
  it('leaves harmless values as they are', () => {
    const value = { a: 'text', b: 1, c: [true, null, undefined, 10n], d: { e: new Date(0) } }
    expect(redact(value, [secret])).toEqual(value)
    for (const one of ['text', 1, true, null, undefined]) expect(redact(one, [])).toBe(one)
  })

  it('never writes to what it was given', () => {
    const error = Object.assign(new Error(secret), { password: 'x', list: [secret] })
    const value = Object.freeze({ error, nested: Object.freeze({ token: 'x', text: secret }) })
    redact(value, [secret])
    expect(error.message).toBe(secret)
    expect(error).toMatchObject({ password: 'x', list: [secret] })
  })

  it('hides the statements that database drivers repeat, with their values', () => {
    const statement = "update Account set access_token = 'a'"
    const error = Object.assign(new Error('The statement failed.'), {
      sql: statement,
      parameters: ['a'],
      bindings: ['a'],
      detail: 'Key (email)=(ada@example.test) already exists.',
      command: { name: 'set', args: ['a'] },
    })
    const shown = redact(error, []) as typeof error
    const { sql, parameters, bindings, detail, command } = shown
    const hidden = '[redacted]'
    expect({ sql, parameters, bindings, detail, command }).toEqual({
      sql: hidden,
      parameters: hidden,
      bindings: hidden,
      detail: hidden,
      command: { name: 'set', args: hidden },
    })
    expect(redact({ detail: 'of a log line' }, [])).toEqual({ detail: 'of a log line' })
  })

  it('hides a secret wherever it stands', () => {
    const values = [
      secret,
      `before ${secret} after ${secret}`,
      [secret],
      { a: { b: [{ c: `x${secret}x` }] } },
      new Error(secret),
      new Error('x', { cause: secret }),
      new Error('x', { cause: new Error('y', { cause: { a: secret } }) }),
      Object.assign(new Error('x'), { detail: { query: `?a=${secret}` } }),
      Object.assign(new TypeError('x'), { stack: `at ${secret}` }),
      new AggregateError([new Error(secret)], secret),
      Object.assign(new Error('x'), { cause: { error: new Error(secret) } }),
    ]
    for (const value of values) {
      expect(print(value)).toContain(secret)
      expect(printRedacted(value)).not.toContain(secret)
    }
  })

  it('hides several secrets, and minds no empty one', () => {
    expect(redact('one two three', ['one', '', 'three'])).toBe('[redacted] two [redacted]')
    expect(redact('a+b', ['a+b', '.*'])).toBe('[redacted]')
  })

  it('hides the longer of two secrets that begin alike', () => {
    expect(redact('ada-1815', ['ada', 'ada-1815'])).toBe('[redacted]')
    expect(redact('ada-1815', ['ada-1815', 'ada'])).toBe('[redacted]')
  })

  it('hides a secret in the name of a member', () => {
    expect(printRedacted({ [secret]: 1 })).not.toContain(secret)
  })

  it('hides a secret whatever it is made of', () => {
    const secrets = fc.string({ unit: 'grapheme', minLength: 12 })
    const texts = fc.string({ unit: 'grapheme' })
    fc.assert(
      fc.property(secrets, texts, texts, (one, before, after) => {
        expect(redact(`${before}${one}${after}`, [one, before])).not.toContain(one)
      }),
    )
    for (const one of ['\n', 'a\\', '$&$1', '[a-z]*', '(?<a>', 'a|b', '^a$', '\u0000', '\ud800']) {
      expect(redact(`<${one}>`, [one])).toBe('<[redacted]>')
    }
  })

  it('hides no part of what stands in the place of a secret', () => {
    expect(redact('a red apple', ['red', 'act', 'e', '[redacted]'])).toBe(
      'a [redacted] appl[redacted]',
    )
  })

  it('hides a secret at any depth it prints', () => {
    const nest = (depth: number): unknown => (depth === 0 ? secret : { a: nest(depth - 1) })
    for (let depth = 0; depth < 20; depth++) {
      expect(printRedacted(nest(depth))).not.toContain(secret)
    }
  })

  // prettier-ignore
  it.each([
    'secret', 'clientSecret', 'AUTH_SECRET', 'password', 'Password', 'passwd', 'passphrase', 'token', 'access_token',
    'id_token', 'refreshToken', 'csrfToken', 'cookie', 'set-cookie', 'Cookie', 'cookies', 'Authorization', 'credentials',
    'code_verifier', 'codeVerifier', 'client_assertion', 'apiKey', 'api_key', 'dpopKey', 'code', 'otp',
  ])('hides every member called %s', (name) => {
    const values = [{ [name]: 'x1y2' }, { [name]: ['x1y2'] }, { [name]: { a: 'x1y2' } }]
    for (const value of values) {
      expect(redact({ deep: [value] }, [])).toEqual({ deep: [{ [name]: '[redacted]' }] })
      expect(print(redact(Object.assign(new Error('m'), value), []))).not.toContain('x1y2')
    }
  })

  it.each(['ECONNREFUSED', 'ETIMEDOUT', 'ERR_INVALID_URL', 'UND_ERR_CONNECT_TIMEOUT'])(
    'shows the code %s of an error, and of nothing else',
    (code) => {
      expect(redact(Object.assign(new Error('m'), { code }), [])).toMatchObject({ code })
      expect(redact({ code }, [])).toEqual({ code: '[redacted]' })
    },
  )

  it.each(['SplxlOBeZQQYbYS6WxSbIA', 'access_denied', 'E12345', 'ABCDEF', 'econnrefused', 'EA'])(
    'hides the code %s of an error',
    (code) => {
      const error = redact(Object.assign(new Error('m'), { code }), [])
      expect(error).toMatchObject({ code: '[redacted]' })
    },
  )

  it.each(['name', 'email', 'codec', 'encode', 'provider', 'status', 'type', 'url'])(
    'shows members called %s',
    (name) => {
      expect(redact({ [name]: 'x' }, [])).toEqual({ [name]: 'x' })
    },
  )

  it('hides tokens by their form', async () => {
    const jwe = await seal('text', [secret], 'label')
    const jws = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'
    const signed = `${jws}c2lnbmF0dXJl`
    for (const token of [jwe, signed]) {
      const printed = redact(`got "${token}" from ?a=${token}&b=1, (${token})`, [])
      expect(printed).toBe('got "[redacted]" from ?a=[redacted]&b=1, ([redacted])')
      expect(printRedacted(new Error(`bad ${token}`, { cause: [token] }))).not.toContain(token)
    }
    expect(redact(`cookie ${jws}x`, [])).not.toContain('eyJzdWIiOiIxIn0')
  })

  it('hides a token right behind a letter, as in an escaped URL', () => {
    const token = 'eyJhbGciOiJkaXIifQ..aaaa.bbbb.cccc'
    expect(redact(`?next=%2F%3Ftoken%3D${token}`, [])).toBe('?next=%2F%3Ftoken%3D[redacted]')
  })

  it('shows what only begins like a token', () => {
    for (const text of ['eyJ', 'eyJ.', 'eyJabc', 'eyJabc.def', 'key.eyJ a.b']) {
      expect(redact(text, [])).toBe(text)
    }
  })

  it('prints instances of classes by name alone', () => {
    class Connection {
      readonly url = 'postgres://user:x1y2@host'
    }
    const values = [new Connection(), new Map([['a', 'x1y2']]), new Headers({ a: 'x1y2' })]
    expect(redact(values, [])).toEqual(['[Connection]', '[Map]', '[Headers]'])
    expect(redact(new Uint8Array(4), [])).toBe('[Uint8Array]')
    expect(redact(Object.assign(Object.create(null), { a: 1 }), [])).toEqual({ a: 1 })
  })

  it('keeps no secret of anything that JSON can carry', () => {
    const trees = fc.object({
      key: fc.constantFrom('a', 'b', 'cause', 'message', 'stack'),
      values: [fc.constant(secret), fc.constant(`<${secret}>`), fc.integer(), fc.constant(null)],
      maxDepth: 5,
    })
    fc.assert(
      fc.property(trees, (tree) => {
        expect(JSON.stringify(redact(tree, [secret]))).not.toContain(secret)
        const error = new Error('m', { cause: tree })
        expect(printRedacted(error)).not.toContain(secret)
      }),
    )
  })
})

describe('a redacted error', () => {
  it('is the same kind of error, with its name, type, message and stack', () => {
    const error = new InvalidRedirect('It failed.', { cause: new TypeError('inner') })
    const copy = redact(error, [])
    expect(copy).not.toBe(error)
    expect(copy).toBeInstanceOf(InvalidRedirect)
    expect(copy).toMatchObject({
      name: 'InvalidRedirect',
      type: 'InvalidRedirect',
      message: 'It failed.',
      stack: error.stack,
    })
    const { cause } = copy as Error
    expect(cause).toBeInstanceOf(TypeError)
    expect(cause).toMatchObject({ name: 'TypeError', message: 'inner' })
  })

  it('prints as the error does', () => {
    const error = new Error('It failed.', { cause: new TypeError('inner') })
    expect(inspect(redact(error, []))).toBe(inspect(error))
    expect(String(redact(new MethodNotAllowed('PUT', ['GET', 'POST']), []))).toBe(
      'MethodNotAllowed: Expected GET or POST, but the method is PUT.',
    )
  })

  it('keeps members of its own, redacted', () => {
    const error = new MethodNotAllowed('PUT', ['GET'])
    expect(redact(Object.assign(error, { status: 405, token: 'x' }), [])).toMatchObject({
      allow: ['GET'],
      status: 405,
      token: '[redacted]',
    })
  })

  it('has no cause where there was none', () => {
    expect('cause' in (redact(new Error('m'), []) as Error)).toBe(false)
  })

  it('can be without a stack', () => {
    const error = new Error('m')
    delete error.stack
    const copy = redact(error, []) as Error
    expect(copy.message).toBe('m')
    expect(copy.stack).toBeUndefined()
  })

  it('can be a DOMException, which timeouts and aborted requests are', () => {
    const error = redact(new Error('m', { cause: new DOMException('slow', 'TimeoutError') }), [])
    expect(inspect(error)).toContain('slow')
    expect((error as Error).cause).toMatchObject({ name: 'TimeoutError', message: 'slow' })
  })

  it('a copied error can be enumerated by a logger, whatever its class is', () => {
    class Guarded extends Error {
      readonly #note = `the password is ${secret}`
      get note(): string {
        return this.#note
      }
      get broken(): string {
        throw new TypeError('Nobody may read this.')
      }
      get accessToken(): string {
        return 'opaque'
      }
    }
    const cause = new DOMException('The operation was aborted', 'AbortError')
    const shown = redact(new Guarded('failed', { cause }), [secret]) as Guarded
    expect(readAll(shown.cause)).toMatchObject({ code: '[redacted]' })
    expect(shown.cause).toMatchObject({ name: 'AbortError' })
    expect(shown.note).toBe('the password is [redacted]')
    expect(shown.broken).toBe('[…]')
    expect(shown.accessToken).toBe('[redacted]')
  })

  it('can be many errors in one', () => {
    const error = new AggregateError([new Error('first'), new Error(secret)], 'm')
    const printed = printRedacted(error)
    expect(printed).toContain('first')
    expect(printed).not.toContain(secret)
  })

  it.each([
    ['a message', { message: { a: secret } }],
    ['a stack', { stack: [secret] }],
    ['a name', { name: { a: secret } }],
  ])('can have %s that is no text', (_what, members) => {
    expect(printRedacted(Object.assign(new Error('m'), members))).not.toContain(secret)
  })
})

describe('redact on what cannot be looked at', () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  const fail = (): never => {
    throw new Error('no')
  }

  it.each([
    ['a getter that throws', Object.defineProperty({}, 'a', { enumerable: true, get: fail })],
    ['a revoked proxy', [proxy]],
    ['no constructor', Object.create(Object.create(null))],
  ])('gives something to print for %s', (_what, value) => {
    expect(() => print(redact(value, []))).not.toThrow()
    expect(() => print(redact(new Error('m', { cause: value }), []))).not.toThrow()
  })
})

describe('redact on circles', () => {
  it('comes to an end in an object that holds itself', () => {
    const value: Record<string, unknown> = { a: secret }
    value['self'] = value
    value['list'] = [value]
    expect(printRedacted(value)).not.toContain(secret)
  })

  it('comes to an end in an error that is its own cause', () => {
    const error = new Error(secret)
    error.cause = error
    const other = new Error('other', { cause: error })
    Object.assign(error, { other })
    expect(printRedacted(error)).not.toContain(secret)
    expect(printRedacted(other)).not.toContain(secret)
  })

  it('comes to an end in a list that holds itself', () => {
    const list: unknown[] = [secret]
    list.push(list)
    expect(printRedacted(list)).not.toContain(secret)
  })

  it('takes no time for values that refer to each other in many ways', () => {
    const nodes = Array.from({ length: 30 }, (): Record<string, unknown> => ({}))
    for (const node of nodes) Object.assign(node, nodes)
    const started = performance.now()
    redact(nodes, [])
    expect(performance.now() - started).toBeLessThan(15_000)
  })

  it.each(['eyJ-', 'eyJa.', 'eyJa.b.c ', 'a.', 'eyJ'])(
    'takes no time for a megabyte of %j',
    (part) => {
      const started = performance.now()
      redact(part.repeat((1024 * 1024) / part.length), [secret])
      expect(performance.now() - started).toBeLessThan(15_000)
    },
  )

  it('comes to an end in very deep values', () => {
    let value: unknown = secret
    let error = new Error(secret)
    for (let depth = 0; depth < 10_000; depth++) {
      value = { value }
      error = new Error('outer', { cause: error })
    }
    expect(printRedacted(value)).not.toContain(secret)
    expect(printRedacted(error)).not.toContain(secret)
  })
})

describe('a value that an error hides from logs', () => {
  const told = 'refresh-xyz'
  const repeated = (): Error => hideInLogs(new Error(`We do not know ${told}.`), [told])

  it.each([
    ['an error', repeated],
    [
      'the cause of an error',
      () => new Error('A session could not be read.', { cause: repeated() }),
    ],
    ['one of several', () => new AggregateError([repeated()])],
  ])('is hidden in %s', (_where, make) => {
    const shown = print(redact(make(), []))
    expect(shown).toContain('We do not know')
    expect(shown).not.toContain(told)
  })

  it('is hidden only in that error', () => {
    expect(redact([repeated(), told], [])).toEqual([expect.anything(), told])
  })
})

/** Reads every member that `for…in` shows, as most loggers do with an error. */
function readAll(value: unknown): Record<string, unknown> {
  const members: Record<string, unknown> = {}
  for (const name in Object(value)) members[name] = Reflect.get(Object(value), name)
  return members
}
