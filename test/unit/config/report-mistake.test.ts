import { describe, expect, it } from 'vitest'
import { reportMistake } from '../../../src/config/report-mistake.js'
import { InvalidConfig, MissingSecret } from '../../../src/errors/config-errors.js'
import { InvalidProvider } from '../../../src/errors/request-errors.js'

const file = 'src/routes/plugin@auth.ts'

describe('the report of a mistake', () => {
  it('separates the problem from the cure', () => {
    const error = new MissingSecret('The option `secret` is missing. Make one. Set it.')
    expect(reportMistake(error, file)).toEqual({
      code: 'MissingSecret',
      problem: 'The option `secret` is missing.',
      cure: 'Make one. Set it.',
      option: 'secret',
      file,
      cause: undefined,
    })
  })

  it.each([
    ['Expected `origin`, got "a. B". Change it.', 'Expected `origin`, got "a. B".', 'Change it.'],
    ['Use `a. b` here. Change it.', 'Use `a. b` here.', 'Change it.'],
    ['Import from "latchkey/qwik2.js". Now.', 'Import from "latchkey/qwik2.js".', 'Now.'],
    ['Expected `basePath` to be "/auth".', 'Expected `basePath` to be "/auth".', undefined],
    ['No full stop', 'No full stop', undefined],
    ['An odd " quote. And more.', 'An odd " quote. And more.', undefined],
  ])('does not cut a value: %s', (message, problem, cure) => {
    expect(reportMistake(new InvalidConfig(message), file)).toMatchObject({ problem, cure })
  })

  it.each([
    ['Expected `session.maxAge` to be `x`.', 'session.maxAge'],
    ['Expected `providers[0].id` to be text.', 'providers[0].id'],
    ['Make one with `openssl rand -base64 33`.', undefined],
    ['Nothing is named.', undefined],
  ])('names the option of %s', (message, option) => {
    expect(reportMistake(new InvalidConfig(message), file).option).toBe(option)
  })

  it('describes the reason behind an error that clients may see', () => {
    const cause = new MissingSecret('The option `secret` is missing.')
    const error = new InvalidProvider('The provider is not available.', { cause })
    expect(reportMistake(error, file).code).toBe('MissingSecret')
  })

  it('names the place where the code of the app threw', () => {
    const cause = new TypeError('no')
    cause.stack = 'TypeError: no\n    at config (/home/me/app/src/auth.ts:3:7)'
    expect(reportMistake(new InvalidConfig('It threw.', { cause }), file)).toMatchObject({
      file: 'src/auth.ts:3:7',
      cause: 'TypeError: no',
    })
  })
})
