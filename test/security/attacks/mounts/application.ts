import { vi } from 'vitest'
import { memoryAdapter } from '../../../../src/adapters/memory.js'
import { Auth, createRuntime, withRuntime, type AuthConfig } from '../../../../src/core.js'
import { authenticatorApp } from '../../../../src/factors.js'
import Passkey from '../../../../src/providers/passkey.js'
import Password from '../../../../src/providers/password.js'
import {
  fakeRangeService,
  type FakeRangeService,
} from '../../../../src/testing/kit/fake-range-service.js'
import { logText } from '../../../support/apps/accounts-app.js'
import { recordInto, type LogLine } from '../../../support/apps/app.js'
import type { FakeProvider } from '../../../support/oauth/fake-provider.js'
import { makeProvider, oauth, oidc } from '../../../support/oauth/sign-in.js'
import { cheap } from '../../../support/apps/password-app.js'
import { attackedConfig, passwords, type AttackedParts } from '../attacked-config.js'
import { attackedProvider, type CaughtMail, type FixtureTarget } from '../fixture-target.js'

/** An application in this process, new for every attack. */
export interface Application {
  readonly config: AuthConfig
  /** What an attack may use of it, once it is mounted. */
  readonly target: Omit<FixtureTarget, 'send' | 'reopen'>
}

/** Makes one; `alter` makes it weaker than it should be, to see that attacks notice. */
export async function openApplication(
  strategy: AttackedParts['strategy'],
  alter: (config: AuthConfig, services: Services) => AuthConfig = (config) => config,
): Promise<Application> {
  const services = await openServices()
  const { op, two, plain, rangeService } = services
  const adapter = memoryAdapter()
  const inbox: CaughtMail[] = []
  const mails: CaughtMail[] = []
  const logs: LogLine[] = []
  const made = attackedConfig({
    adapter,
    strategy,
    providers: [
      oidc(op),
      oidc(two, { id: 'two', name: 'Two' }),
      oauth(plain, { id: 'plain', name: 'Plain' }),
      Passkey(),
      Password({ hasher: cheap, breached: { fetch: rangeService.fetch } }),
    ],
    secondFactor: { methods: [authenticatorApp()], rememberDevice: true },
    sendMail: ({ identifier: to, url, purpose, mail: { html, text } }) => {
      mails.push({ to, url, html, text })
      if (!purpose) inbox.push({ to, url, html, text })
    },
  })
  const url = 'https://app.test/auth'
  const logger = recordInto(logs)
  // A process remembers nothing of what the other one does. They share the database only.
  const ofSecond = withRuntime({ ...alter(made, services), logger }, createRuntime())
  const config = { ...alter(made, services), logger }
  const target = {
    ...services,
    ...people,
    url,
    secondProcess: { url, send: (request: Request) => Auth(request, ofSecond) },
    hasAdapter: true,
    inbox,
    hasPasswords: true,
    hasSignUp: true,
    hasSecondFactors: true,
    hasMailedLinks: true,
    hasPasskeys: true,
    moveClock: advanceClock(),
    readMails: async (address: string) => mails.filter(({ to }) => to === address),
    openIdProvider: attackedProvider('op', op),
    oauthProvider: attackedProvider('plain', plain),
    readLog: async () => logText({ logs }),
    adapter,
    hasLimits: true,
    sendFrom: (clientAddress: string, request: Request) => Auth(request, config, { clientAddress }),
    passkeys: true,
  } as const
  return { config, target }
}

/** Moves the clock of this process. `standAttacks` sets it right after each attack. */
function advanceClock(): (seconds: number) => Promise<void> {
  const realNow = Date.now.bind(Date)
  let offset = 0
  return async (seconds) => {
    offset += seconds * 1000
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + offset)
  }
}

export const people = {
  user: { username: 'ada', password: passwords['ada'] ?? '' },
  otherUser: { username: 'grace', password: passwords['grace'] ?? '' },
}

/** The identity services around an application. */
export interface Services {
  readonly op: FakeProvider
  readonly two: FakeProvider
  readonly plain: FakeProvider
  readonly rangeService: FakeRangeService
}

async function openServices(): Promise<Services> {
  return {
    op: await makeProvider(),
    two: await makeProvider({ issuer: 'https://two.test' }),
    plain: await makeProvider({ issuer: 'https://plain.test', openid: false }),
    rangeService: fakeRangeService(),
  }
}
