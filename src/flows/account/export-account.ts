import type { Context, RouteContext } from '../../context/context.js'
import { answerJson, type Outcome } from '../../context/outcome.js'
import { requireStore } from '../../context/require-store.js'
import type { AccountPage } from '../../model/account.js'
import type { AccountData } from '../../model/account-description.js'
import type { AdapterUser } from '../../model/adapter.js'
import type { CurrentUser } from '../../session/strategy.js'
import { operationsOf } from '../../store/operations.js'
import { requireConfirmed } from '../confirm/require-confirmed.js'
import { loadSecondFactorFlows } from '../second-factor/load-flows.js'
import { requireCurrentUser } from '../user/current-user.js'
import { listOwnPasskeys } from '../user/passkeys.js'
import { listOwnSessions } from '../user/sessions.js'

/** Lets the signed-in user download what is stored about them. */
export async function exportAccount(ctx: RouteContext, page: AccountPage): Promise<Outcome> {
  const data = await collectData(ctx, page)
  const headers = { 'content-disposition': 'attachment; filename="account.json"' }
  return { ...answerJson(data), headers }
}

/**
 * Returns what is stored about the signed-in user. Every field is listed by name, so that a column
 * of the app or of a later version is not published by accident.
 */
export async function collectData(ctx: Context, { exportData }: AccountPage): Promise<AccountData> {
  const current = await requireCurrentUser(ctx)
  await requireConfirmed(ctx, current)
  const { lists } = operationsOf(ctx)
  return {
    user: userData(current.user),
    accounts: await accountData(ctx, current),
    passkeys: lists.passkeys
      ? (await listOwnPasskeys(ctx, current)).map(({ id: _id, ...passkey }) => passkey)
      : [],
    sessions: lists.sessions
      ? (await listOwnSessions(ctx, current)).map(({ id: _id, ...session }) => session)
      : [],
    secondFactors: await factorData(ctx),
    ...(exportData && { app: await exportData(current.user) }),
  }
}

function userData({ id, name, email, emailVerified, image }: AdapterUser): AccountData['user'] {
  return { id, name, email, emailVerified, image }
}

async function accountData(ctx: Context, { user }: CurrentUser): Promise<AccountData['accounts']> {
  if (!operationsOf(ctx).lists.accounts) return []
  const rows = await requireStore(ctx).call('listAccountsByUserId', user.id)
  return rows.map(({ provider, providerAccountId, type, scope, image }) => ({
    provider,
    providerAccountId,
    type,
    scope: scope ?? undefined,
    image: image ?? undefined,
  }))
}

async function factorData(ctx: Context): Promise<unknown> {
  const { secondFactor } = ctx.config
  if (!secondFactor) return undefined
  const { listFactors } = await loadSecondFactorFlows(secondFactor)
  const { apps, devices, recoveryCodes } = await listFactors(ctx)
  const withoutId = apps.map(({ id: _id, ...app }) => app)
  return {
    apps: withoutId,
    devices: devices.map(({ id: _id, ...device }) => device),
    recoveryCodes,
  }
}
