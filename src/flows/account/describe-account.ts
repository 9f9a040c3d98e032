import { isOAuth, isWebAuthn } from '../../config/providers.js'
import type { SignInContext } from '../../context/context.js'
import { pageUrl, type SafeUrl } from '../../context/redirects.js'
import { requireStore } from '../../context/require-store.js'
import type { AccountPage, AccountSection } from '../../model/account.js'
import type {
  AccountDescription,
  AccountProblem,
  AccountsSection,
  AccountUser,
  Activity,
  AddressSection,
  ConnectedAccount,
  PasskeysSection,
  PasswordSection,
  ProfileSection,
  SecondFactorSection,
} from '../../model/account-description.js'
import type { AdapterUser } from '../../model/adapter.js'
import type { AuditEvent } from '../../model/audit.js'
import { findErrorText } from '../../pages/error-texts.js'
import { fillPlainText } from '../../pages/fill-text.js'
import type { CurrentUser } from '../../session/strategy.js'
import { operationsOf } from '../../store/operations.js'
import { hasProvenAddress } from '../../store/proven-address.js'
import { canEndSessions } from '../end-sessions.js'
import { hasOtherMethod } from '../password/other-method.js'
import { languageOf } from '../pages/language.js'
import { findPasswordProvider, isProof } from '../password/password-provider.js'
import { loadSecondFactorFlows } from '../second-factor/load-flows.js'
import { listOwnActivity } from '../user/activity.js'
import { requireCurrentUser } from '../user/current-user.js'
import { listOwnPasskeys } from '../user/passkeys.js'
import { listOwnSessions } from '../user/sessions.js'
import { accountTextsOf } from './account-shell.js'
import { longestName } from './profile-name.js'
import { listPictures } from './profile-pictures.js'

/** How many entries of the audit trail the page shows. */
const shownActivity = 10

/** How many entries are read at a time for that, and how often at most. */
const pageLength = 100
const mostPages = 10

/** How many entries of an event are shown that can be caused again and again. */
const mostOfEvent: Partial<Record<AuditEvent, number>> = {
  'profile-changed': 1,
  refused: 3,
  'second-factor-asked': 1,
  'session-revoked': 3,
}

/** Describes the account of the signed-in user. */
export async function describeAccount(
  ctx: SignInContext,
  page: AccountPage,
): Promise<AccountDescription> {
  const account = await describeAccountOf(ctx, page, await requireCurrentUser(ctx))
  return { ...account, error: await describeProblem(ctx) }
}

async function describeProblem(ctx: SignInContext): Promise<AccountProblem | undefined> {
  const asked = new URL(ctx.request.url).searchParams.get('error')
  if (!asked) return undefined
  const language = await languageOf(ctx)
  const { type, title, sentence } = findErrorText(language.texts, asked)
  if (asked !== 'InvalidName') return { type, title, sentence }
  const { profile } = await accountTextsOf(ctx, language)
  const length = String(longestName)
  return { type: asked, title, sentence: fillPlainText(profile.invalidName, { length }) }
}

/** Describes the account of a user. The pages that it links to lead back to `accountUrl`. */
export async function describeAccountOf(
  ctx: SignInContext,
  { hide = [], graceDays }: AccountPage,
  current: CurrentUser,
  accountUrl: SafeUrl = pageUrl(ctx, 'account', 'account'),
): Promise<AccountDescription> {
  const unlessHidden = async <T>(name: AccountSection, find: () => Promise<T>) =>
    hide.includes(name) ? undefined : find()
  const { lists, deleteUser } = operationsOf(ctx)
  return {
    user: describeUser(current.user),
    profile: await unlessHidden('profile', () => describeProfile(ctx, current)),
    address: await unlessHidden('address', () => describeAddress(ctx, current)),
    password: await unlessHidden('password', () => describePassword(ctx, current, accountUrl)),
    accounts: await unlessHidden('accounts', () => describeAccounts(ctx, current)),
    passkeys: await unlessHidden('passkeys', () => describePasskeys(ctx, current)),
    secondFactor: await unlessHidden('secondFactor', () =>
      describeSecondFactor(ctx, current, accountUrl),
    ),
    sessions: await unlessHidden('sessions', async () =>
      canEndSessions(ctx) && lists.sessions ? listOwnSessions(ctx, current) : undefined,
    ),
    activity: await unlessHidden('activity', async () =>
      ctx.config.audit?.list ? describeActivity(ctx, current) : undefined,
    ),
    canExport: !hide.includes('export'),
    canDelete: !hide.includes('delete') && deleteUser !== undefined,
    graceDays,
    error: undefined,
  }
}

/**
 * Returns the newest entries, but only a few of each event that needs no recent proof. A thief, or a
 * stranger who enters wrong passwords, could otherwise hide what else was done.
 */
async function describeActivity(
  ctx: SignInContext,
  current: CurrentUser,
): Promise<readonly Activity[]> {
  const shown: Activity[] = []
  const counts = new Map<AuditEvent, number>()
  let before: string | undefined
  for (let left = mostPages; left > 0; left -= 1) {
    const page = await listOwnActivity(ctx, current, { before, limit: pageLength })
    for (const record of page.records) {
      const count = (counts.get(record.event) ?? 0) + 1
      counts.set(record.event, count)
      if (count <= (mostOfEvent[record.event] ?? shownActivity)) shown.push(record)
      if (shown.length === shownActivity) return shown
    }
    if (page.next === undefined) break
    before = page.next
  }
  return shown
}

function describeUser(user: AdapterUser): AccountUser {
  return {
    id: user.id,
    name: user.name ?? undefined,
    email: user.email || undefined,
    isEmailVerified: hasProvenAddress(user),
    image: user.image ?? undefined,
  }
}

async function describeProfile(
  ctx: SignInContext,
  { user }: CurrentUser,
): Promise<ProfileSection | undefined> {
  if (!operationsOf(ctx).canUpdateUsers) return undefined
  return { longestName, pictures: await listPictures(ctx, user) }
}

/** The form for a new address belongs to the `Password` provider, and needs mails. */
async function describeAddress(
  ctx: SignInContext,
  { user }: CurrentUser,
): Promise<AddressSection | undefined> {
  if (!ctx.config.mailer || !findPasswordProvider(ctx.config)) return undefined
  return { needsPassword: isProof(await operationsOf(ctx).passwords.find(user.id)) }
}

async function describePassword(
  ctx: SignInContext,
  { user }: CurrentUser,
  callbackUrl: SafeUrl,
): Promise<PasswordSection | undefined> {
  if (!findPasswordProvider(ctx.config)) return undefined
  const stored = await operationsOf(ctx).passwords.find(user.id)
  const isSet = stored !== null
  // A first password is set through a mailed link.
  if (!isSet && !(ctx.config.mailer && user.email)) return undefined
  return {
    isSet,
    url: pageUrl(ctx, 'changePassword', 'change-password', { callbackUrl }),
    removal:
      isSet && (await hasOtherMethod(ctx, user)) ? { needsPassword: isProof(stored) } : undefined,
  }
}

async function describeAccounts(
  ctx: SignInContext,
  { user }: CurrentUser,
): Promise<AccountsSection | undefined> {
  const providers = [...ctx.config.providers.values()].filter(isOAuth)
  if (!operationsOf(ctx).lists.accounts || providers.length === 0) return undefined
  const rows = await requireStore(ctx).call('listAccountsByUserId', user.id)
  const connected = rows
    .filter(({ type }) => type === 'oauth' || type === 'oidc')
    .map(({ provider, providerAccountId, refreshFailed }): ConnectedAccount => ({
      provider,
      providerAccountId,
      name: ctx.config.providers.get(provider)?.name ?? provider,
      needsSignIn: Boolean(refreshFailed) && providers.some(({ id }) => id === provider),
    }))
  const others = providers
    .filter(({ id }) => !connected.some(({ provider }) => provider === id))
    .map(({ id, name }) => ({ id, name }))
  return { connected, others }
}

async function describePasskeys(
  ctx: SignInContext,
  current: CurrentUser,
): Promise<PasskeysSection | undefined> {
  const provider = [...ctx.config.providers.values()].find(isWebAuthn)
  if (!provider || !operationsOf(ctx).lists.passkeys) return undefined
  return { provider: provider.id, list: await listOwnPasskeys(ctx, current) }
}

async function describeSecondFactor(
  ctx: SignInContext,
  current: CurrentUser,
  callbackUrl: SafeUrl,
): Promise<SecondFactorSection | undefined> {
  const { secondFactor } = ctx.config
  if (!secondFactor) return undefined
  const { hasFactor } = await loadSecondFactorFlows(secondFactor)
  return {
    isOn: await hasFactor(ctx, current),
    url: pageUrl(ctx, 'factors', 'factors', { callbackUrl }),
  }
}
