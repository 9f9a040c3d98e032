import { email, laptop, phone, routes, site, today } from './page-props.mjs'

/** @typedef {import('./page-props.mjs').Load} Load */

/**
 * @param {Load} load
 * @param {Record<string, any>} shell
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
export async function renderFactorPages(load, shell) {
  const { renderSecondFactorPage } = await load('pages/second-factor-page')
  const { renderProvePage } = await load('pages/prove-page')
  const { renderAddFactorPage } = await load('pages/add-factor-page')
  const { renderRecoveryCodesPage } = await load('pages/recovery-codes-page')
  const { renderFactorsPage } = await load('pages/factors-page')
  const { renderQrCode } = await load('factors/qr-code')
  const { findFactorTexts } = await load('pages/find-factor-texts')
  const texts = await findFactorTexts(shell.language.code)
  const otpauthUrl = 'otpauth://totp/app.example:ada@example.com?secret=JBSWY3DPEHPK3PXP'
  const props = { ...shell, texts, action: `${routes}/second-factor`, pageUrl: `${routes}/prove` }
  const row = { id: '1', name: 'Phone', createdAt: today, lastUsedAt: today }
  const ways = ['code', 'recovery-code', 'email-code']
  return {
    'second-factor': String(
      renderSecondFactorPage({
        ...props,
        way: 'code',
        ways,
        rememberDays: 30,
        signinUrl: `${routes}/signin`,
        problem: { type: 'wrong' },
      }),
    ),
    prove: String(
      renderProvePage({ ...props, way: 'password', ways: ['password', 'code'], cancelUrl: site }),
    ),
    'add-factor': String(
      renderAddFactorPage({
        ...props,
        qrCode: await renderQrCode(otpauthUrl),
        otpauthUrl,
        key: 'JBSWY3DPEHPK3PXP',
        isRequired: false,
        cancelUrl: site,
      }),
    ),
    'recovery-codes': String(
      renderRecoveryCodesPage({
        ...props,
        codes: ['4KQ7-M2XD', 'W9TR-6HVN', 'C3JP-8YBF', 'Z5GS-D7LA', 'N2VX-4KEM'],
        continueUrl: site,
      }),
    ),
    factors: String(
      renderFactorsPage({
        ...props,
        apps: [row],
        recoveryCodes: 2,
        devices: [{ ...row, name: laptop, expires: today }],
        isRequired: false,
        addUrl: routes,
        removeUrl: routes,
        recoveryCodesUrl: routes,
      }),
    ),
  }
}

/**
 * @param {Load} load
 * @param {Record<string, any>} shell
 * @returns {Promise<Readonly<Record<string, string>>>}
 */
export async function renderAccountPages(load, shell) {
  const { renderAccountPage } = await load('pages/account-page')
  const { renderDeleteAccountPage, renderDeletedPage } = await load('pages/delete-account-page')
  const { renderPendingDeletionPage } = await load('pages/pending-deletion-page')
  const { renderKeepAccountPage } = await load('pages/keep-account-page')
  const { findAccountTexts } = await load('pages/find-account-texts')
  const texts = await findAccountTexts(shell.language.code)
  const props = {
    ...shell,
    texts,
    basePath: '/auth',
    routesUrl: routes,
    accountUrl: `${routes}/account`,
    passkeyScriptUrl: undefined,
    hidesAddress: false,
    isNameInvalid: false,
    addressProblem: undefined,
    removalProblem: undefined,
    changed: undefined,
    styles: await loadStyles(load, ['google', 'github', 'slack']),
    providerNames: new Map([['github', 'GitHub']]),
    error: undefined,
    account: exampleAccount,
  }
  const deletion = { ...shell, texts, action: routes, email, cancelUrl: `${routes}/account` }
  const pending = {
    ...shell,
    texts,
    action: routes,
    deletesAt: today,
    signInUrl: `${routes}/signin`,
    signoutUrl: `${routes}/signout`,
  }
  const error = shell.language.texts.errors.LastSignInMethod ?? shell.language.texts.errors.general
  return {
    account: String(renderAccountPage(props)),
    'account--changed': String(renderAccountPage({ ...props, changed: 'passkeys' })),
    'account-refused': String(renderAccountPage({ ...props, isNameInvalid: true, error })),
    'delete-account': String(renderDeleteAccountPage({ ...deletion, isWrong: true })),
    'account-deleted': String(renderDeletedPage({ ...shell, texts })),
    'delete-account--later': String(
      renderDeleteAccountPage({ ...deletion, isWrong: false, deletesAt: today }),
    ),
    'deletion-pending': String(renderPendingDeletionPage(pending)),
    'keep-account': String(renderKeepAccountPage(pending)),
  }
}

/**
 * @param {Load} load
 * @param {readonly string[]} ids
 */
async function loadStyles(load, ids) {
  const styles = ids.map(async (id) => {
    const { default: factory } = await load(`providers/${id}`)
    return /** @type {const} */ ([id, factory().style])
  })
  return new Map(await Promise.all(styles))
}

const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><path fill="#0f766e" d="M0 0h48v48H0z"/><circle cx="24" cy="18" r="9" fill="#fff"/><path fill="#fff" d="M6 48a18 18 0 0 1 36 0z"/></svg>',
)}`

const session = { expires: today, createdAt: today, provider: 'password' }

const passkey = {
  isSyncable: true,
  isSynced: true,
  transports: ['internal'],
  createdAt: today,
  lastUsedAt: today,
}

/** A user who has some of everything. */
const exampleAccount = {
  user: { id: '1', name: 'Ada Lovelace', email, isEmailVerified: true, image: picture },
  profile: {
    longestName: 100,
    pictures: [{ id: 'google', name: 'Google', url: picture, isCurrent: true }],
  },
  address: { needsPassword: true },
  password: {
    isSet: true,
    url: `${routes}/change-password`,
    removal: { needsPassword: true },
  },
  accounts: {
    connected: [
      { provider: 'google', providerAccountId: '1', name: 'Google', needsSignIn: false },
      { provider: 'github', providerAccountId: '2', name: 'GitHub', needsSignIn: true },
    ],
    others: [{ id: 'slack', name: 'Slack' }],
  },
  passkeys: {
    provider: 'passkey',
    list: [
      { ...passkey, id: '1', name: 'iCloud' },
      { ...passkey, id: '2', name: 'YubiKey 5', isSynced: false, lastUsedAt: undefined },
    ],
  },
  secondFactor: { isOn: true, url: `${routes}/factors` },
  sessions: [
    { ...session, id: '1', isCurrent: true, userAgent: laptop, browser: 'Firefox · Linux' },
    { ...session, id: '2', isCurrent: false, userAgent: phone, browser: 'Safari · iPhone' },
  ],
  activity: [
    ['signed-in', 'Firefox · Linux'],
    ['password-changed', 'Safari · iPhone'],
    ['linked', 'Safari · iPhone', 'github'],
    ['refused', undefined, undefined, 'CredentialsSignin'],
  ].map(([event, browser, provider, code], id) => ({
    version: 1,
    id: String(id),
    time: today.toISOString(),
    event,
    outcome: 'success',
    browser,
    provider,
    code,
    isCurrentSession: false,
  })),
  canExport: true,
  canDelete: true,
  graceDays: undefined,
}
