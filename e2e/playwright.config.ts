import { defineConfig, devices, type PlaywrightTestConfig } from '@playwright/test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AUTH_SECRET, databaseUrl } from './deployment'
import { freePort } from './free-port'
import { engineOnly, scripted, type Fixtures } from './test'

// Every worker reads this file again and must find the same ports: they inherit the environment.
const demoPort = (process.env['LATCHKEY_DEMO_PORT'] ??= String(await freePort()))
const devPort = (process.env['LATCHKEY_DEV_PORT'] ??= String(await freePort()))
const secondPort = (process.env['LATCHKEY_DEMO2_PORT'] ??= String(await freePort()))
const secondDevPort = (process.env['LATCHKEY_DEV2_PORT'] ??= String(await freePort()))
const passwordPort = (process.env['LATCHKEY_PASSWORD_PORT'] ??= String(await freePort()))
const secondPasswordPort = (process.env['LATCHKEY_PASSWORD2_PORT'] ??= String(await freePort()))
const idPort = (process.env['LATCHKEY_ID_PORT'] ??= String(await freePort()))
const inboxPort = (process.env['LATCHKEY_INBOX_PORT'] ??= String(await freePort()))
const kitPort = (process.env['LATCHKEY_KIT_PORT'] ??= String(await freePort()))
const fakePort = (process.env['LATCHKEY_FAKE_PORT'] ??= String(await freePort()))
const smtpPort = (process.env['LATCHKEY_SMTP_PORT'] ??= String(await freePort()))
process.env['LATCHKEY_DATA'] ??= mkdtempSync(join(tmpdir(), 'latchkey-e2e-'))
const demoUrl = `http://localhost:${demoPort}`
const devUrl = `http://localhost:${devPort}`
const secondUrl = `http://localhost:${secondPort}`
const secondDevUrl = `http://localhost:${secondDevPort}`
const passwordUrl = `http://localhost:${passwordPort}`
const secondPasswordUrl = `http://localhost:${secondPasswordPort}`
const demoUrls = [demoUrl, secondUrl, devUrl, secondDevUrl]
const kitUrl = `http://localhost:${kitPort}`
const idUrl = `http://localhost:${idPort}`
const inboxUrl = `http://localhost:${inboxPort}`
const AUTH_DEMO_ID = 'latchkey-e2e'
const AUTH_DEMO_SECRET = 'the secret of a client at the identity provider of the tests'
/** The client that `fakeProvider` knows, at the port where a test serves it. */
const fakeClient = {
  AUTH_DEMO_ISSUER: `http://localhost:${fakePort}`,
  AUTH_DEMO_ID: 'test-client',
  AUTH_DEMO_SECRET: 'test-client-secret',
}
/** Each test has a user of its own there, so one user's second factor is in no other test's way. */
const withPasswords = { AUTH_DEMO_PASSWORDS: 'yes', AUTH_DEMO_SECOND_FACTORS: 'yes' }
/** The other application hashes at the cost of the default, so that both are tested. */
const withCheapPasswords = { ...withPasswords, AUTH_DEMO_CHEAP_HASHES: 'yes' }
/** Every test signs in as Ada. */
const AUTH_DEMO_ATTEMPTS = '100000'
const devSpecs = '**/dev-server.spec.ts'
/** Their application also has accounts with passwords that visitors choose, and second factors. */
const passwordSpecs = '**/passwords.spec.ts'
const factorSpecs = '**/second-factors.spec.ts'
const accountSpecs = '**/{account-page,whole-account}.spec.ts'
/** These serve the provider of the application themselves, so it is an application of their own. */
const kitSpecs = '**/test-kit.spec.ts'
/** What differs on the dev server, too. */
const postedSpecs = '**/posted-answer.spec.ts'
/** What is up to the binding, and so to the version of Qwik; the rest is the engine's. */
const formSpecs = '**/{sign-in,sign-out,refused-password,protected-page,posted-answer,ways}.spec.ts'
const bindingSpecs = [
  formSpecs,
  '**/{account,club,identity-provider,other-sites,own-page,privacy,redirects}.spec.ts',
]
/** A dev server takes its time: all of it only when it is asked for. */
const isWhole = Boolean(process.env['LATCHKEY_WHOLE_SUITE'])
const developedSpecs = isWhole ? [devSpecs, ...bindingSpecs] : [devSpecs, postedSpecs]
/** The dev server of Qwik 1 asks no form where it comes from, and has its own word on caching. */
const firstDevelopment = {
  baseURL: devUrl,
  refusesForeignForms: false,
  pageCaching: 'no-cache, no-store, max-age=0',
}
/** That of Qwik 2 writes its tools into every page, and the built-in ones refuse them. */
const secondDevelopment = { baseURL: secondDevUrl, toolComplaints: /Content Security Policy/ }
/**
 * A link of the router of Qwik 2 that ends at another document sometimes leaves a rejected promise
 * behind, whose reason is a promise. It is not seen, because the document is replaced.
 */
const secondProduction = { baseURL: secondUrl, toolComplaints: /^Promise$/ }
/** What they look at is the same without JavaScript. */
const staticSpecs = ['**/{every-page,every-language,accessibility}.spec.ts']
/** What they look at has no script of its own, so without JavaScript the whole suite is enough. */
const engineSpecs = '**/{built-in-pages,email,identity-provider,other-sites,redirects}.spec.ts'
/** What they do needs it. */
const scriptedSpecs = '**/passkeys.spec.ts'

type WebServer = Exclude<PlaywrightTestConfig['webServer'], readonly unknown[] | undefined>

const config: PlaywrightTestConfig<Fixtures> = defineConfig<Fixtures>({
  testDir: 'specs',
  outputDir: 'test-results',
  globalSetup: './await-servers.ts',
  globalTeardown: './remove-data.ts',
  metadata: {
    servers: [
      ...demoUrls,
      passwordUrl,
      secondPasswordUrl,
      kitUrl,
      `${idUrl}/.well-known/openid-configuration`,
      inboxUrl,
    ],
  },
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  workers: 2,
  reporter: 'list',
  // Nothing here measures time. A test with passwords takes 16 s on an idle machine, and a busy one
  // takes several times as long.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: demoUrl,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [
    {
      name: 'javascript',
      testIgnore: [devSpecs, passwordSpecs, factorSpecs, accountSpecs, kitSpecs],
    },
    {
      name: 'passwords',
      testMatch: [passwordSpecs, factorSpecs, accountSpecs],
      use: { baseURL: passwordUrl },
    },
    {
      name: 'passwords-no-javascript',
      // The forms of second factors are like these. Engine tests post them without a browser.
      testMatch: [passwordSpecs, accountSpecs, ...(isWhole ? [factorSpecs] : [])],
      grepInvert: leftOut(scripted),
      use: { baseURL: passwordUrl, javaScriptEnabled: false },
    },
    {
      name: 'qwik2-passwords',
      testMatch: [passwordSpecs, factorSpecs, accountSpecs],
      grepInvert: leftOut(engineOnly),
      use: { baseURL: secondPasswordUrl },
    },
    {
      name: 'qwik2-passwords-no-javascript',
      testMatch: isWhole ? [passwordSpecs, factorSpecs, accountSpecs] : accountSpecs,
      grepInvert: leftOut(scripted, engineOnly),
      use: { baseURL: secondPasswordUrl, javaScriptEnabled: false },
    },
    { name: 'test-kit', testMatch: kitSpecs, use: { baseURL: kitUrl } },
    {
      name: 'no-javascript',
      testIgnore: [
        devSpecs,
        passwordSpecs,
        factorSpecs,
        accountSpecs,
        kitSpecs,
        scriptedSpecs,
        ...staticSpecs,
        ...(isWhole ? [] : [engineSpecs]),
      ],
      grepInvert: leftOut(scripted, engineOnly),
      use: { javaScriptEnabled: false },
    },
    { name: 'dev', testMatch: developedSpecs, use: firstDevelopment },
    {
      name: 'qwik2',
      testMatch: bindingSpecs,
      grepInvert: leftOut(engineOnly),
      use: secondProduction,
    },
    {
      name: 'qwik2-no-javascript',
      testMatch: isWhole ? bindingSpecs : formSpecs,
      grepInvert: leftOut(scripted, engineOnly),
      use: { baseURL: secondUrl, javaScriptEnabled: false },
    },
    { name: 'qwik2-dev', testMatch: developedSpecs, use: secondDevelopment },
    ...(isWhole
      ? [
          {
            name: 'dev-no-javascript',
            testMatch: bindingSpecs,
            grepInvert: leftOut(scripted),
            use: { ...firstDevelopment, javaScriptEnabled: false },
          },
          {
            name: 'qwik2-dev-no-javascript',
            testMatch: bindingSpecs,
            grepInvert: leftOut(scripted),
            use: { ...secondDevelopment, javaScriptEnabled: false },
          },
        ]
      : []),
  ],
  // Without a `url` Playwright waits for none of them, so they start at the same time.
  webServer: [
    serve('demo', demoPort),
    serve('demo2', secondPort),
    serve('demo', passwordPort, { ...settings('demo-passwords'), ...withCheapPasswords }),
    serve('demo2', secondPasswordPort, { ...settings('demo2-passwords'), ...withPasswords }),
    serve('demo', kitPort, { ...settings('demo-kit'), ...fakeClient }),
    {
      command: 'node identity-provider.mjs',
      cwd: '../demo',
      env: {
        PORT: idPort,
        AUTH_DEMO_ID,
        AUTH_DEMO_SECRET,
        CLIENT_ORIGINS: [...demoUrls, passwordUrl, secondPasswordUrl].join(' '),
      },
    },
    {
      command: 'node mail-catcher.mjs',
      cwd: '../demo',
      env: { PORT: inboxPort, SMTP_PORT: smtpPort },
    },
    develop('demo', devPort),
    develop('demo2', secondDevPort),
  ],
})

/** The tags of the tests that a project leaves out; in the whole suite only what cannot run. */
function leftOut(...marks: readonly (typeof scripted)[]): RegExp[] {
  const kept = isWhole ? marks.filter((mark) => mark === scripted) : marks
  return kept.map(({ tag }) => new RegExp(`${tag}\\b`))
}

/** The application as it is deployed. */
function serve(application: string, port: string, env = settings(application)): WebServer {
  return {
    command: 'node server/entry.node-server.js',
    cwd: `../${application}`,
    env: { PORT: port, ...env },
  }
}

/** The application as its developer sees it. */
function develop(application: string, port: string): WebServer {
  return {
    command: `npm run --silent dev -- --port ${port} --strictPort`,
    cwd: `../${application}`,
    env: settings(`${application}-dev`),
  }
}

function settings(database: string): Record<string, string> {
  return {
    AUTH_SECRET,
    AUTH_DEMO_ISSUER: idUrl,
    AUTH_DEMO_ID,
    AUTH_DEMO_SECRET,
    AUTH_DEMO_FORM_POST: 'yes',
    AUTH_DEMO_SMTP: `smtp://127.0.0.1:${smtpPort}`,
    AUTH_DEMO_INBOX: inboxUrl,
    AUTH_DEMO_ATTEMPTS,
    DATABASE_URL: databaseUrl(database),
    REDIS_URL: '',
  }
}

export default config
