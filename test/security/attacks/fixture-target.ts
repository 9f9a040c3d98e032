import {
  attacksOn,
  type AttackCase,
  type DefineAttack,
} from '../../../src/testing/attack/attack-case.js'
import type { AttackedProvider, AttackTarget } from '../../../src/testing/attack/target.js'
import type { FakeProvider } from '../../support/oauth/fake-provider.js'

/** A mail that an application sent. */
export interface CaughtMail {
  readonly to: string
  readonly url: string
  readonly html: string
  readonly text: string
}

/** Where an application on Qwik City has what belongs to the framework. */
export interface QwikPages {
  /** Where the form of `useSignIn` is posted to. */
  readonly signInAction: () => Promise<string>
  /** A page for people who are signed in; it says `the inner room`. */
  readonly guarded: string
}

/** An application to attack, with the services around it, which do what an attack wants them to. */
export interface FixtureTarget extends AttackTarget {
  /** An OpenID provider with the id `op`. */
  readonly op?: FakeProvider | undefined
  /** Another with the id `two`. */
  readonly two?: FakeProvider | undefined
  /** A plain OAuth server with the id `plain`. */
  readonly plain?: FakeProvider | undefined
  /** The sign-in mails of the provider `mail`, so far. `readMails` has all mails. */
  readonly inbox?: readonly CaughtMail[] | undefined
  /** Another such application, which has not received a request yet. */
  readonly reopen?: (() => Promise<FixtureTarget>) | undefined
  /** Pages of an application on Qwik City. */
  readonly qwik?: QwikPages | undefined
  /** Whether people sign in with passkeys, at the provider `passkey`. */
  readonly passkeys?: true | undefined
}

/** Writes down an attack that needs the services around an application. */
export const attack: DefineAttack<FixtureTarget> = attacksOn()

const inside: ReadonlySet<string> = new Set<keyof FixtureTarget>([
  'adapter',
  'secondProcess',
  'reopen',
  'hasLimits',
  'sendFrom',
  'rangeService',
  'moveClock',
])

/** Whether an attack needs what an application in another process does not give. */
export function needsInside({ needs }: AttackCase<FixtureTarget>): boolean {
  return needs.some((name) => inside.has(name))
}

/** Whether an attack needs a page of an application, which the engine alone does not have. */
export function needsPage({ needs }: AttackCase<FixtureTarget>): boolean {
  return needs.some((name) => name === 'page' || name === 'qwik')
}

/** An identity service of the tests as the published attacks use it. */
export function attackedProvider(id: string, fake: FakeProvider): AttackedProvider {
  const service: AttackedProvider['service'] = {
    authorize: (url, user) => {
      if (typeof user !== 'object' || !user) throw new TypeError('Expected a user.')
      const { redirectUri, params, isPosted } = fake.authorize(String(url), user)
      return isPosted
        ? { url: redirectUri, form: params }
        : { url: `${redirectUri}?${params}`, form: undefined }
    },
    changeClaims: (claims) => void (fake.misbehaviour = { claims }),
    recover: () => void (fake.misbehaviour = {}),
  }
  return { id, service }
}
