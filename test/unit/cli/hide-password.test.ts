import { describe, expect, it } from 'vitest'
import { hidePassword, nameDatabase } from '../../../src/cli/migrate/hide-password.js'

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

  // prettier-ignore
  it.each([
    ['without a host',        'postgres://postgres:hunter2secret@/app?host=/run'],
    ['in the query',          'postgres:///app?host=/run&user=postgres&password=hunter2secret'],
    ['of a certificate key',  'postgres://db/app?sslpassword=hunter2secret'],
    ['after a wrong port',    'postgres://ada:hunter2secret@db:port/app'],
    ['after one slash',       'postgres:/ada:hunter2secret@db/app'],
    ['without a slash',       'postgres:ada:hunter2secret@db/app'],
    ['after a host',          'postgres://localhost:5432/hunter2secret@db/app'],
  ])('%s is hidden', (_where, url) => {
    expect(hidePassword('refused "hunter2secret"', url)).toBe('refused "***"')
    expect(nameDatabase(url)).not.toContain('hunter2secret')
  })

  it.each(['hunter#2secret', 'hunter/2secret', 'hunter@2secret', 'hunter?2secret', '12/secret'])(
    '%s is hidden although its special character is not escaped',
    (password) => {
      const url = `postgres://ada:${password}@db/app`
      expect(hidePassword(`refused "${password}"`, url)).toBe('refused "***"')
      expect(nameDatabase(url)).toBe('postgres://…')
    },
  )
})

describe('the name of a database', () => {
  // prettier-ignore
  it.each([
    ['postgres://ada:hunter2@db:5432/app?sslmode=require',        'postgres://db:5432/app'],
    ['postgres://postgres:hunter2@/app?host=/run',                'postgres:///app'],
    ['postgres:///app?host=/run&user=ada&password=hunter2',       'postgres:///app'],
    ['mysql://db/app#hunter2',                                    'mysql://db/app'],
    ['postgres:hunter2',                                          'postgres://…'],
    ['file:data/auth.sqlite',                                     'file:data/auth.sqlite'],
    ['file:dev.db?connection_limit=1',                            'file:dev.db'],
  ])('of %s is %s', (url, name) => {
    expect(nameDatabase(url)).toBe(name)
  })
})
