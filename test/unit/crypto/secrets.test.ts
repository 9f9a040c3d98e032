import { describe, expect, it } from 'vitest'
import { mac } from '../../../src/crypto/mac.js'
import { oldestSecret, toSecrets, type Secrets } from '../../../src/crypto/secrets.js'

describe('toSecrets', () => {
  it.each([
    ['one text', 'a', ['a']],
    ['a list', ['new', 'old'], ['new', 'old']],
    ['a list with empty entries', ['', 'a', undefined, 7], ['a']],
  ])('makes a frozen list of %s', (_, given, secrets) => {
    expect(toSecrets(given)).toEqual(secrets)
    expect(Object.isFrozen(toSecrets(given))).toBe(true)
  })

  it.each([undefined, null, '', 7, {}, [], ['', undefined]])('finds no secret in %j', (given) => {
    expect(toSecrets(given)).toBeUndefined()
  })

  it('has a type that an empty list does not fit, so that the first secret is a text', async () => {
    // @ts-expect-error A list of secrets is never empty.
    const none: Secrets = []
    expect(none).toEqual([])
    const [first]: Secrets = ['a']
    expect(await mac('text', first, 'label')).toMatch(/^[\w-]{43}$/)
  })
})

it('the oldest secret is the last one', () => {
  expect([oldestSecret(['only']), oldestSecret(['new', 'old'])]).toEqual(['only', 'old'])
})
