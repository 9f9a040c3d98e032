import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLog, type LogOptions } from '../../../src/config/logger.js'
import { AuthError } from '../../../src/errors/auth-error.js'
import { CredentialsSignin } from '../../../src/errors/credentials-signin.js'
import { patient } from '../../support/patient.js'

const secret = 'correct horse battery staple'

/** A log whose lines are kept. */
function keepLog(options: Partial<LogOptions> = {}): {
  log: ReturnType<typeof createLog>
  lines: unknown[][]
} {
  const lines: unknown[][] = []
  const logger = {
    error: (...line: unknown[]) => void lines.push(['error', ...line]),
    warn: (...line: unknown[]) => void lines.push(['warn', ...line]),
    debug: (...line: unknown[]) => void lines.push(['debug', ...line]),
  }
  return { log: createLog({ debug: false, logger, secrets: [secret], ...options }), lines }
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('a log', () => {
  it('names an error of the family by its type, others by their name', () => {
    const { log, lines } = keepLog()
    log.error(new CredentialsSignin('m'))
    log.error(new TypeError('m'))
    log.error(new AuthError('m'))
    log.error('text')
    log.error(undefined)
    const codes = ['CredentialsSignin', 'TypeError', 'AuthError', 'Error', 'Error']
    expect(lines.map(([, code]) => code)).toEqual(codes)
  })

  it('hands code and message to the level', () => {
    const { log, lines } = keepLog({ debug: true })
    log.warn('a-code', 'one', { two: 2 })
    log.debug('b-code', 3)
    expect(lines).toEqual([
      ['warn', 'a-code', 'one', { two: 2 }],
      ['debug', 'b-code', 3],
    ])
  })

  it('is silent about debugging unless it is asked', () => {
    const { log, lines } = keepLog()
    log.debug('code', 'message')
    expect(lines).toEqual([])
  })

  it('redacts on every level', () => {
    const { log, lines } = keepLog({ debug: true })
    const leak = { password: 'x', nested: [`a ${secret}`] }
    log.error(Object.assign(new Error(secret, { cause: leak }), leak))
    log.warn('code', secret, leak)
    log.debug('code', secret, leak)
    expect(lines).toHaveLength(3)
    for (const line of lines.slice(1)) {
      expect(line.slice(2)).toEqual([
        '[redacted]',
        { password: '[redacted]', nested: ['a [redacted]'] },
      ])
    }
    expect(lines[0]?.[2]).toMatchObject({
      message: '[redacted]',
      password: '[redacted]',
      cause: { password: '[redacted]' },
    })
  })

  it('hides more values from there on, and only there', () => {
    const { log, lines } = keepLog()
    const narrower = log.hiding(['hunter2']).hiding(['other'])
    narrower.warn('code', `hunter2 other ${secret}`)
    log.warn('code', `hunter2 other ${secret}`)
    expect(lines.map(([, , text]) => text)).toEqual([
      '[redacted] [redacted] [redacted]',
      'hunter2 other [redacted]',
    ])
  })

  it('keeps the debug switch while it hides', () => {
    const { log, lines } = keepLog({ debug: true })
    log.hiding(['x1y2']).debug('code', 'x1y2')
    expect(lines).toEqual([['debug', 'code', '[redacted]']])
  })

  it('stops no flow for an error that cannot be looked at', () => {
    const { log, lines } = keepLog()
    const get = (): never => {
      throw new Error('no')
    }
    log.error(Object.defineProperty(new Error('m'), 'detail', { enumerable: true, get }))
    log.error(Object.assign(new Error('m'), { message: { a: 1 }, stack: 1 }))
    log.error(new Error('m', { cause: Object.create(Object.create(null)) }))
    expect(lines).toHaveLength(3)
  })

  it('calls a level as a method of its logger', () => {
    class Logger {
      readonly lines: string[] = []
      warn(code: string): void {
        this.lines.push(code)
      }
    }
    const logger = new Logger()
    keepLog({ logger }).log.warn('code')
    expect(logger.lines).toEqual(['code'])
  })
})

describe('a log without a logger', () => {
  it('writes each missing level to the console, redacted', () => {
    const written = {
      error: vi.spyOn(console, 'error').mockReturnValue(),
      warn: vi.spyOn(console, 'warn').mockReturnValue(),
      debug: vi.spyOn(console, 'debug').mockReturnValue(),
    }
    const { log } = keepLog({ debug: true, logger: { warn: undefined } })
    log.error(new TypeError('m'))
    log.warn('code', secret)
    log.debug('code', 1)
    expect(written.error).toHaveBeenCalledExactlyOnceWith(
      '[latchkey] TypeError',
      expect.any(TypeError),
    )
    expect(written.warn).toHaveBeenCalledExactlyOnceWith('[latchkey] code', '[redacted]')
    expect(written.debug).toHaveBeenCalledExactlyOnceWith('[latchkey] code', 1)
  })

  it('prints an error as one line with its causes, and without a stack', () => {
    const written = vi.spyOn(console, 'error').mockReturnValue()
    const cause = new TypeError(`no such\ncolumn ${secret}`, { cause: { reason: 'gone' } })
    cause.stack =
      'TypeError: no\n    at query (/app/node_modules/pg/lib.js:1:2)\n    at load (file:///app/src/auth.ts:12:5)'
    createLog({ debug: false, logger: {}, secrets: [secret] }).error(
      new AuthError('It failed.\nTwice.', { cause }),
    )
    expect(written.mock.calls).toEqual([
      [
        '[latchkey] AuthError',
        'It failed. Twice. Cause: TypeError: no such column [redacted] (src/auth.ts:12:5) Cause: {"reason":"gone"}',
      ],
    ])
  })

  it('prints the error with its stack if `debug` is on', () => {
    const written = vi.spyOn(console, 'error').mockReturnValue()
    createLog({ debug: true, logger: {}, secrets: [] }).error(new AuthError('It failed.'))
    expect(written).toHaveBeenCalledExactlyOnceWith('[latchkey] AuthError', expect.any(AuthError))
  })

  it('leaves the levels that there are to the logger', () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    const lines: string[] = []
    const { log } = keepLog({ logger: { error: (code) => void lines.push(code) } })
    log.error(new TypeError('m'))
    log.warn('code')
    expect(lines).toEqual(['TypeError'])
    expect(warned).toHaveBeenCalledOnce()
  })
})

describe('a logger that rejects', () => {
  it('stops no process, and is itself reported, redacted', async () => {
    const written = vi.spyOn(console, 'error').mockReturnValue()
    const { log } = keepLog({ logger: { error: vi.fn().mockRejectedValue(new Error(secret)) } })
    // A rejection without a handler would fail the test run.
    log.error(new Error('m'))
    await vi.waitFor(() => expect(written).toHaveBeenCalledOnce(), patient)
    expect(written.mock.calls[0]?.[1]).toBe('[redacted]')
  })
})

describe('a logger that throws', () => {
  it('stops nothing, and is itself reported, redacted', () => {
    const written = vi.spyOn(console, 'error').mockReturnValue()
    const fail = (): never => {
      throw new Error(`no ${secret}`)
    }
    const { log } = keepLog({ debug: true, logger: { error: fail, warn: fail, debug: fail } })
    log.error(new Error('m'))
    log.warn('code')
    log.debug('code')
    expect(written).toHaveBeenCalledTimes(3)
    const [code, error] = written.mock.calls[0] ?? []
    expect(code).toBe('[latchkey] LoggerError')
    expect(error).toMatchObject({ message: 'no [redacted]' })
  })
})

describe('a logger that was written for Auth.js, in the moving mode', () => {
  /** Prints what the logger in the docs of Auth.js prints. */
  function logOne(thrown: unknown): readonly unknown[] {
    const received: unknown[] = []
    const logger = {
      error: (error: Error) => {
        const cause = error.cause as { readonly err?: Error } | undefined
        received.push(error instanceof Error, error.name, error.message, cause?.err?.message)
      },
    }
    createLog({ debug: false, logger, secrets: [secret], compatibility: 'authjs' }).error(thrown)
    return received
  }

  it('receives an error of the family with its cause under err', () => {
    const cause = new Error(`refused ${secret}`)
    expect(logOne(new CredentialsSignin('m', { cause }))).toEqual([
      true,
      'CredentialsSignin',
      'm',
      'refused [redacted]',
    ])
  })

  it('receives other errors as they are', () => {
    const cause = new Error('inner')
    expect(logOne(new TypeError('m', { cause }))).toEqual([true, 'TypeError', 'm', undefined])
    expect(logOne(new AuthError('m'))).toEqual([true, 'AuthError', 'm', undefined])
  })

  it('receives an Error if something else was thrown', () => {
    expect(logOne(`text with ${secret}`)).toEqual([
      true,
      'Error',
      'text with [redacted]',
      undefined,
    ])
    expect(logOne(undefined)).toEqual([true, 'Error', 'undefined', undefined])
  })

  it('does not change the error that was thrown', () => {
    const cause = new Error('inner')
    const thrown = new CredentialsSignin('m', { cause })
    logOne(thrown)
    expect(thrown.cause).toBe(cause)
  })

  it('keeps its form for a function that takes a code and an error', () => {
    const received: unknown[] = []
    const logger = { error: (code: string, error: unknown) => void received.push(code, error) }
    const log = createLog({ debug: false, logger, secrets: [], compatibility: 'authjs' })
    log.error(new CredentialsSignin('m', { cause: new Error('inner') }))
    expect(received).toEqual(['CredentialsSignin', expect.any(CredentialsSignin)])
    expect((received[1] as Error).cause).toBeInstanceOf(Error)
  })
})
