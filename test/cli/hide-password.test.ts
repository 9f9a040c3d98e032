import { describe, expect, it } from 'vitest'
import { hidePassword } from '../../src/cli/migrate/hide-password.js'

describe('the password of a database', () => {
  // prettier-ignore
  it.each([
    ['app',          'no application "app" at db',         'no application "***" at db'],
    ['post',         'postgres refused post',              'postgres refused ***'],
    ['hunter2',      'got u:hunter2@db, then (hunter2)',   'got u:***@db, then (***)'],
    ['%21a.c',       'not abc, but x!a.c and %21a.c',      'not abc, but x*** and ***'],
    ['lovelace1815', 'sent userlovelace1815now',           'sent user***now'],
  ])('%s is hidden in %j', (password, text, hidden) => {
    expect(hidePassword(text, `postgres://u:${password}@db/x`)).toBe(hidden)
  })

  it('is hidden with its whole address', () => {
    const url = 'postgres://u:p@db/x'
    expect(hidePassword(`cannot reach ${url}`, url)).toBe('cannot reach ***')
  })
})
