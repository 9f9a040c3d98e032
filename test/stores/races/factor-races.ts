import type { AdapterFactor } from '../../../src/model/adapter.js'
import {
  beginSetUp,
  cookiesOf,
  makeFactorUser,
  makePasswordUser,
  rememberBrowser,
  storesFactors,
} from './factor-user.js'
import {
  errorsOf,
  hasInternalError,
  listTrue,
  race,
  type Ground,
  type Race,
  type Verdict,
} from './race.js'
import type { Action, Landing } from './site.js'

/** The races on second factors. An adapter that stores none has nothing to race for. */
export const factorRaces: readonly Race[] = [
  { title: 'one code in two sign-ins gives one session', run: typeCodeTwice },
  { title: 'one recovery code in two sign-ins gives one session', run: typeRecoveryCodeTwice },
  { title: 'one sign-in is completed once', run: completeTwice },
  { title: 'a sign-in by code does not outlive the removal of the app', run: removeApp },
  { title: 'a remembered browser does not outlive a new password', run: changePassword },
  { title: 'the set-up of an app ends the session that sets up another one', run: setUpTwice },
].map(({ title, run }) => ({
  title,
  run: async (ground) =>
    storesFactors(ground.adapter)
      ? run(ground)
      : { outcome: 'the adapter stores no factors', violations: [] },
}))

async function typeCodeTwice(ground: Ground): Promise<Verdict> {
  const user = await makeFactorUser(ground.adapter)
  const fields = { code: await user.authenticator.nextCode() }
  const actions = [
    { ...completion, cookies: await user.begin(), fields },
    { ...completion, cookies: await user.begin(), fields },
  ] as const
  return judgeSingleUse(ground, await race(ground, ...actions))
}

async function typeRecoveryCodeTwice(ground: Ground): Promise<Verdict> {
  const user = await makeFactorUser(ground.adapter)
  const fields = { recoveryCode: user.recoveryCodes[0] ?? '' }
  const actions = [
    { ...completion, cookies: await user.begin(), fields },
    { ...completion, cookies: await user.begin(), fields },
  ] as const
  return judgeSingleUse(ground, await race(ground, ...actions))
}

async function completeTwice(ground: Ground): Promise<Verdict> {
  const user = await makeFactorUser(ground.adapter)
  const [first = '', second = ''] = user.recoveryCodes
  const cookies = await user.begin()
  const actions = [
    { ...completion, cookies, fields: { recoveryCode: first } },
    { ...completion, cookies, fields: { recoveryCode: second } },
  ] as const
  return judgeSingleUse(ground, await race(ground, ...actions))
}

/** Exactly one of both must have a session. */
async function judgeSingleUse(
  { site }: Ground,
  landings: readonly [Landing, Landing],
): Promise<Verdict> {
  const seen = await Promise.all(landings.map(({ cookie }) => site.readUserId(cookie)))
  const count = seen.filter((id) => id !== undefined).length
  return {
    outcome: `${seen[0] === undefined ? 'second' : 'first'} signed in (${errorsOf(landings)})`,
    violations: listTrue({
      'a sign-in failed': hasInternalError(landings),
      [`${count} sessions`]: count !== 1,
    }),
  }
}

async function removeApp(ground: Ground): Promise<Verdict> {
  const { adapter, site } = ground
  const user = await makeFactorUser(adapter)
  const fields = { code: await user.authenticator.nextCode() }
  const [signIn, removal] = await race(
    ground,
    { ...completion, cookies: await user.begin(), fields },
    {
      kind: 'post',
      route: 'remove-factor',
      cookies: cookiesOf(user.browser),
      fields: { factor: user.appId },
    },
  )
  return {
    outcome: describeSignIn(signIn),
    violations: listTrue({
      'a request failed': hasInternalError([signIn, removal]),
      [`the removal was refused: ${removal.error}`]: removal.error !== undefined,
      'the session that began before is alive':
        (await site.readUserId(signIn.cookie)) !== undefined,
      'the session that removed the app has ended':
        (await site.readUserId(removal.cookie)) === undefined,
      'a row is left': (await factorsOf(ground, user.id)).length > 0,
    }),
  }
}

async function changePassword(ground: Ground): Promise<Verdict> {
  const { adapter, site } = ground
  const user = await makeFactorUser(adapter)
  const { email, password } = user
  const [signIn, change] = await race(
    ground,
    {
      kind: 'post',
      route: 'callback/password',
      cookies: await rememberBrowser(adapter, user),
      fields: { email, password },
    },
    {
      kind: 'post',
      route: 'change-password',
      cookies: cookiesOf(user.browser),
      fields: { currentPassword: password, password: `another ${password}` },
    },
  )
  const devices = (await factorsOf(ground, user.id)).filter(({ type }) => type === 'device')
  return {
    outcome: describeSignIn(signIn),
    violations: listTrue({
      'a request failed': hasInternalError([signIn, change]),
      [`the change was refused: ${change.error}`]: change.error !== undefined,
      'the session of the old password is alive':
        (await site.readUserId(signIn.cookie)) !== undefined,
      'the browser is still remembered': devices.length > 0,
    }),
  }
}

async function setUpTwice(ground: Ground): Promise<Verdict> {
  const { adapter, site } = ground
  const user = await makePasswordUser(adapter)
  const [first, second] = [await beginSetUp(user.browser), await beginSetUp(user.other)]
  const actions = [
    { ...setUp, cookies: cookiesOf(user.browser), fields: { code: await first.nextCode() } },
    { ...setUp, cookies: cookiesOf(user.other), fields: { code: await second.nextCode() } },
  ] as const
  const landings = await race(ground, ...actions)
  const seen = await Promise.all(landings.map(({ cookie }) => site.readUserId(cookie)))
  const apps = (await factorsOf(ground, user.id)).filter(({ type }) => type === 'totp')
  return {
    outcome: `${apps.length} apps (${errorsOf(landings)})`,
    violations: listTrue({
      'a set-up failed': hasInternalError(landings),
      'both sessions are alive': apps.length > 0 && seen.every((id) => id !== undefined),
      'the session that was ended has set up an app': apps.length > 1,
    }),
  }
}

const completion = { kind: 'post', route: 'second-factor' } as const satisfies Partial<Action>
const setUp = { kind: 'post', route: 'add-factor' } as const satisfies Partial<Action>

function describeSignIn({ error }: Landing): string {
  return error === undefined ? 'sign-in done, then ended' : `sign-in refused (${error})`
}

async function factorsOf({ adapter }: Ground, id: string): Promise<readonly AdapterFactor[]> {
  return (await adapter.listFactorsByUserId?.(id)) ?? []
}
