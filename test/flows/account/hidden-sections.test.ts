import { describe, expect, it } from 'vitest'
import type { AccountSection } from '../../../src/account.js'
import { describeAccount } from '../../../src/core.js'
import { authenticatorApp } from '../../../src/factors.js'
import GitHub from '../../../src/providers/github.js'
import Passkey from '../../../src/providers/passkey.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import { makeAccountApp, type AccountApp } from '../../support/apps/account-app.js'

/** A part of the page that only the section has. */
const marks: Readonly<Record<AccountSection, string>> = {
  profile: '/auth/update-profile',
  address: '/auth/change-email',
  password: '/auth/change-password',
  accounts: '/auth/signin/github',
  passkeys: 'data-passkey="passkey"',
  secondFactor: '/auth/factors',
  sessions: '<h2>Sessions</h2>',
  activity: '<h2>Recent activity</h2>',
  export: '/auth/export-account',
  delete: '/auth/delete-account',
}
const sections = Object.keys(marks) as AccountSection[]

function openApp(hide: readonly AccountSection[]): Promise<AccountApp> {
  return makeAccountApp({
    page: { hide },
    others: [GitHub({ clientId: 'id', clientSecret: 'secret' }), Passkey],
    secondFactor: { methods: [authenticatorApp()] },
    experimental: { enableWebAuthn: true },
  })
}

async function listShown(hide: readonly AccountSection[]): Promise<readonly string[]> {
  const browser = await (await openApp(hide)).signedIn()
  const { html } = await browser.fetchPage('/auth/account')
  return sections.filter((section) => html.includes(marks[section]))
}

async function listDescribed(hide: readonly AccountSection[]): Promise<readonly string[]> {
  const app = await openApp(hide)
  const account = await describeAccount(requestFrom(await app.signedIn()), app.config)
  const { canExport, canDelete } = account
  const known: Readonly<Record<string, unknown>> = {
    ...account,
    export: canExport || undefined,
    delete: canDelete || undefined,
  }
  return sections.filter((section) => known[section] !== undefined)
}

describe('the sections of the account page', () => {
  it('are all shown and described by default', async () => {
    expect(await listShown([])).toEqual(sections)
    expect(await listDescribed([])).toEqual(sections)
  })

  it.each(sections)('are all but "%s" if the app hides that', async (hidden) => {
    const others = sections.filter((section) => section !== hidden)
    expect(await listShown([hidden])).toEqual(others)
    expect(await listDescribed([hidden])).toEqual(others)
  })
})
