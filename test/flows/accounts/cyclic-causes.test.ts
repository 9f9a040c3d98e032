import { Kysely, SqliteDialect } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { kyselyAdapter } from '../../../src/adapters/kysely.js'
import { operationsOf } from '../../../src/store/operations.js'
import { openTestContext } from '../../support/open-test-context.js'
import { enter, enterAnew, makeAccountsApp } from '../../support/apps/accounts-app.js'
import { authJsAdapter } from '../../support/adapters/watched-adapter.js'

/** An error that is its own cause, as a wrapper makes it that sets `cause` on what it was given. */
function ownCause(): Error {
  const error = new Error('The query failed.')
  error.cause = error
  return error
}

function causeOfItsCause(): Error {
  const error = new Error('The query failed.')
  error.cause = new Error('The driver failed.', { cause: error })
  return error
}

describe.each([ownCause, causeOfItsCause])(
  'a database error with the causes of %o',
  (makeError) => {
    it('ends the read of a session', async () => {
      const app = await makeAccountsApp()
      const browser = await enterAnew(app)
      app.store.before = () => {
        throw makeError()
      }
      expect(await browser.session()).toBeNull()
      app.store.before = () => undefined
      expect(await browser.session()).not.toBeNull()
    })

    it('refuses a sign-in whose row cannot be written', async () => {
      const app = await makeAccountsApp({ session: { strategy: 'jwt' } })
      app.store.before = ({ name }) => {
        if (name === 'createSession') throw makeError()
      }
      const browser = app.browser()
      const response = await enter(app, browser)
      expect(response.headers.get('location')).toContain('error=')
      expect(await browser.session()).toBeNull()
    })

    it('is not taken for a second redemption of a token', async () => {
      const token = {
        identifier: 'ada@example.test',
        token: 'hash',
        expires: new Date('2040-01-01'),
      }
      const adapter = authJsAdapter()
      await adapter.createVerificationToken?.(token)
      const createVerificationToken = async (): Promise<never> => {
        throw makeError()
      }
      const { ctx } = openTestContext({
        config: { adapter: { ...adapter, createVerificationToken }, session: { strategy: 'jwt' } },
      })
      await expect(operationsOf(ctx).redeemToken(token)).rejects.toMatchObject({
        type: 'AdapterError',
      })
    })

    it('ends a sign-out whose row cannot be deleted', async () => {
      const app = await makeAccountsApp()
      const browser = await enterAnew(app)
      app.store.before = ({ name }) => {
        if (name === 'deleteSession') throw makeError()
      }
      await browser.signOut()
      expect(await browser.session()).toBeNull()
    })

    it('is thrown by the adapter for Kysely', async () => {
      const database = {
        prepare: () => {
          throw makeError()
        },
        close: () => undefined,
      }
      const db = new Kysely<Record<string, Record<string, unknown>>>({
        dialect: new SqliteDialect({ database }),
      })
      onTestFinished(() => db.destroy())
      await expect(kyselyAdapter(db).getUser('ada')).rejects.toThrow('The query failed.')
    })
  },
)
