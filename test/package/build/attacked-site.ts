import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from '../../../src/testing/attack/target.js'
import {
  attackedProvider,
  type CaughtMail,
  type FixtureTarget,
} from '../../security/attacks/fixture-target.js'
import { people } from '../../security/attacks/mounts/application.js'
import type { FakeProvider } from '../../support/oauth/fake-provider.js'
import { clientSecret, makeProvider } from '../../support/oauth/sign-in.js'
import { attackedFiles } from './attacked-files.js'
import { buildSiteOnCommandLine, startSite } from './built-site.js'
import { serveFetch, type Served } from './serve-fetch.js'

/** A built application that runs in a process of its own, with the services around it. */
export interface AttackedSite {
  readonly target: FixtureTarget
  /** What was made at build time, as text. */
  readonly made: readonly string[]
  close(): void
}

/** Builds a project as its author would, and starts its server. */
export async function openAttackedSite(version: 1 | 2): Promise<AttackedSite> {
  const site = await buildSiteOnCommandLine(version, attackedFiles[version])
  const services = await openServices()
  const running = await startSite(site, services.env)
  const url = `http://localhost:${running.port}/auth`
  const { op, two, plain, inbox, mails } = services
  const target: FixtureTarget = {
    ...people,
    url,
    hasAdapter: true,
    page: '/',
    secrets: [clientSecret],
    passkeys: true,
    hasPasswords: true,
    hasSignUp: true,
    hasSecondFactors: true,
    hasMailedLinks: true,
    hasPasskeys: true,
    readMails: async (address) => mails.filter(({ to }) => to === address),
    op,
    two,
    plain,
    inbox,
    openIdProvider: attackedProvider('op', op),
    oauthProvider: attackedProvider('plain', plain),
    readLog: async () => running.log(),
    qwik: { signInAction: () => findAction({ url }), guarded: '/inner/' },
  }
  const close = (): void => {
    running.child.kill()
    services.close()
    site.remove()
  }
  return { target, made: readTexts(join(site.path, 'dist')), close }
}

function readTexts(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
}

interface Services {
  readonly op: FakeProvider
  readonly two: FakeProvider
  readonly plain: FakeProvider
  readonly inbox: readonly CaughtMail[]
  /**
   * All mails. Those about passwords are not in `inbox`, because an app sends them after its responses,
   * and may do so during the next attack.
   */
  readonly mails: readonly CaughtMail[]
  readonly env: Readonly<Record<string, string>>
  close(): void
}

async function openServices(): Promise<Services> {
  const inbox: CaughtMail[] = []
  const mails: CaughtMail[] = []
  const mail = await serveFetch(async (request) => {
    const sent = (await request.json()) as { purpose?: string; mail: CaughtMail }
    mails.push(sent.mail)
    if (sent.purpose === undefined) inbox.push(sent.mail)
    return new Response(null, { status: 204 })
  })
  const [op, two, plain] = [await serveProvider(), await serveProvider(), await servePlain()]
  const env = {
    OP: op.served.origin,
    TWO: two.served.origin,
    PLAIN: plain.served.origin,
    INBOX: mail.origin,
    CLIENT_SECRET: clientSecret,
  }
  const close = (): void => {
    for (const served of [mail, op.served, two.served, plain.served]) served.close()
  }
  return { op: op.fake, two: two.fake, plain: plain.fake, inbox, mails, env, close }
}

interface ServedProvider {
  readonly fake: FakeProvider
  readonly served: Served
}

const servePlain = (): Promise<ServedProvider> => serveProvider({ openid: false })

/** Its name is its address, which is known once it is served. */
async function serveProvider(options: { openid?: boolean } = {}): Promise<ServedProvider> {
  const made: { fake?: FakeProvider } = {}
  const served = await serveFetch(async (request) => {
    return made.fake ? made.fake.fetch(request) : new Response(null, { status: 503 })
  })
  const fake = await makeProvider({ ...options, issuer: served.origin })
  made.fake = fake
  return { fake, served }
}

/** The page says where its form is posted to. */
async function findAction(target: FixtureTarget): Promise<string> {
  const { forms } = await openBrowser(target).fetchPage('/')
  const action = forms[0]?.action
  if (action === undefined) throw new Error('The page has no form.')
  return action
}
