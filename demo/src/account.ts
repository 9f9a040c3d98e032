import type { RequestEventCommon } from '@builder.io/qwik-city'
import { listActivity, listFactors, requireSession } from 'latchkey'
import { listAccounts, listPasskeys, listSessions, type LinkedAccount } from 'latchkey/core'
import { loadAuthConfig, type DemoSession } from './auth-config'
import { describeActivity } from './describe-activity'
import { describeBrowser } from './describe-browser'
import { hasPassword } from './people'
import { listProviders } from './providers'

/** A browser that the user is signed in with. */
export interface Device {
  readonly id: string
  readonly isCurrent: boolean
  readonly browser: string
  /** ISO 8601. */
  readonly since: string | undefined
  /** Name of the provider. */
  readonly method: string | undefined
}

/** A way to sign in. */
export interface Method {
  readonly name: string
  /** Who one is there. */
  readonly detail: string
  /** What to call it by when it is to be removed; without it, it cannot be. */
  readonly account: Pick<LinkedAccount, 'provider' | 'providerAccountId'> | undefined
}

/** A passkey, as the page lists it. */
export interface PasskeyRow {
  readonly id: string
  readonly name: string
  /** ISO 8601. */
  readonly createdAt: string | undefined
  readonly isSynced: boolean
}

/** Something that happened to the account. */
export interface ActivityRow {
  readonly id: string
  readonly title: string
  /** ISO 8601. */
  readonly at: string
  readonly browser: string | undefined
  /** Name of the provider. */
  readonly method: string | undefined
}

/** What confirms a sign-in besides the first factor. */
export interface SecondFactors {
  readonly apps: number
  readonly recoveryCodes: number
  /** Browsers in which no code is asked for. */
  readonly browsers: number
}

/** How many second factors the user has; undefined where the app has none. */
export async function readSecondFactors(
  event: RequestEventCommon,
): Promise<SecondFactors | undefined> {
  const { secondFactor } = await loadAuthConfig(event)
  if (!secondFactor) return undefined
  const { apps, recoveryCodes, devices } = await listFactors(event)
  return { apps: apps.length, recoveryCodes, browsers: devices.length }
}

/** The last ten events of the account; none where the database keeps no audit trail. */
export async function readActivity(event: RequestEventCommon): Promise<readonly ActivityRow[]> {
  const { audit } = await loadAuthConfig(event)
  if (!audit) return []
  const names = await readNames(event)
  const { records } = await listActivity(event, { limit: 10 })
  return records.map((record) => ({
    id: record.id,
    title: describeActivity(record),
    at: record.time,
    browser: record.userAgent && describeBrowser(record.userAgent),
    method: record.provider && (names.get(record.provider) ?? record.provider),
  }))
}

export async function readPasskeys(event: RequestEventCommon): Promise<readonly PasskeyRow[]> {
  const passkeys = await listPasskeys(event.request, await loadAuthConfig(event))
  return passkeys.map(({ id, name = 'Passkey', createdAt, isSynced }) => ({
    id,
    name,
    createdAt: createdAt?.toISOString(),
    isSynced,
  }))
}

export async function readDevices(event: RequestEventCommon): Promise<readonly Device[]> {
  const names = await readNames(event)
  const sessions = await listSessions(event.request, await loadAuthConfig(event))
  return sessions.map(({ id, isCurrent, userAgent, createdAt, provider }) => ({
    id,
    isCurrent,
    browser: describeBrowser(userAgent),
    since: createdAt?.toISOString(),
    method: provider && (names.get(provider) ?? provider),
  }))
}

export async function readMethods(event: RequestEventCommon): Promise<readonly Method[]> {
  const { user } = await requireSession<DemoSession>(event)
  const names = await readNames(event)
  const accounts = await listAccounts(event.request, await loadAuthConfig(event))
  return [
    ...(hasPassword(user.id) ? [unremovable('Password', 'only you know it')] : []),
    ...(user.email && names.has('nodemailer') ? [unremovable('E-mail', user.email)] : []),
    // Passkeys have a list of their own.
    ...accounts.flatMap(({ provider, providerAccountId, type }) =>
      type === 'webauthn'
        ? []
        : [
            {
              name: names.get(provider) ?? provider,
              detail: providerAccountId,
              account: { provider, providerAccountId },
            },
          ],
    ),
  ]
}

function unremovable(name: string, detail: string): Method {
  return { name, detail, account: undefined }
}

async function readNames(event: RequestEventCommon): Promise<ReadonlyMap<string, string>> {
  return new Map((await listProviders(event)).map(({ id, name }) => [id, name]))
}
