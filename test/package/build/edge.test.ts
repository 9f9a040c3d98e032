import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rollup } from 'vite'
import { afterAll, describe, expect, it } from 'vitest'
import type { AuthConfig } from '../../../src/core.js'
import type { LanguagePack } from '../../../src/model/language-pack.js'
import type { WebAuthnConfig } from '../../../src/model/webauthn.js'
import { makeFolder } from './folder.js'

/** What bundlers for Cloudflare choose by. */
const conditions = ['workerd', 'worker', 'browser']
const folder = makeFolder()
const secret = 'a secret that is long enough for everybody'

afterAll(() => {
  folder.remove()
})

describe('the bundle of an app with GitHub and sessions in a cookie', async () => {
  const { code, modules } = await bundle(
    'small',
    `export { Auth } from 'latchkey/core'
    export { default as GitHub } from 'latchkey/providers/github'`,
  )

  it('contains no language but English', () => {
    // Not `toContain`, which would print the whole bundle.
    expect(code.includes('Sign in to {site}')).toBe(true)
    expect(code.includes('Bei {site} anmelden')).toBe(false)
  })

  it('contains neither passkeys nor their script', () => {
    expect(modules.filter((name) => /passkey-flows|page-script/.test(name))).toEqual([
      'latchkey/dist/flows/passkey/no-passkey-flows.js',
    ])
  })

  it('contains no calls for access tokens, passwords, second factors or account pages', () => {
    const unused = /\/(?:tokens|password-flows|second-factor-flows|account-flows)\.js$/
    expect(modules.filter((name) => unused.test(name))).toEqual([])
  })

  it('is at most three times as large as the one of Auth.js', () => {
    expect(brotliCompressSync(code).length).toBeLessThan(124_000)
  })
})

describe('a bundle for the edge', async () => {
  const { file } = await bundle(
    'whole',
    `export { Auth } from 'latchkey/core'
    export { default as german } from 'latchkey/languages/de'
    export { default as Passkey } from 'latchkey/providers/passkey'
    export { default as AuthJsPasskey } from '@auth/core/providers/passkey'
    export { memoryAdapter } from 'latchkey/adapters/memory'`,
  )
  const worker = (await import(pathToFileURL(file).href)) as Worker

  it('shows pages in English, and logs once that a language is missing', async () => {
    const { visit, logged } = open({})
    expect(await visit('de')).toContain('lang="en"')
    expect(await visit('fr')).toContain('lang="en"')
    expect(logged).toEqual([
      ['language-not-bundled', expect.stringContaining('"latchkey/languages/de"')],
    ])
  })

  it('logs nothing for a language that Latchkey does not have', async () => {
    const { visit, logged } = open({})
    expect(await visit('sv')).toContain('lang="en"')
    expect(logged).toEqual([])
  })

  it('shows pages in a language that the app passes', async () => {
    const { visit, logged } = open({ languages: [worker.german] })
    expect(await visit('de')).toContain('lang="de"')
    expect(await visit('fr')).toContain('lang="en"')
    expect(logged).toEqual([])
  })

  it('logs nothing if the app has chosen English', async () => {
    const { visit, logged } = open({ languages: [] })
    expect(await visit('de')).toContain('lang="en"')
    expect(logged).toEqual([])
  })

  it('has the passkeys of a provider of Latchkey', async () => {
    const { visit, logged } = open(passkeys(worker.Passkey()))
    expect(await visit('en')).toContain('/auth/webauthn-script?v=')
    expect(logged.map(([code]) => code)).toEqual(['experimental-webauthn'])
  })

  it('refuses a passkey provider of Auth.js, and says which one to import', async () => {
    const { visit, logged } = open(passkeys(worker.AuthJsPasskey({})))
    expect(await visit('en')).not.toContain('webauthn-script')
    expect(logged).toEqual([
      ['experimental-webauthn', expect.anything()],
      ['InvalidProviderConfig', expect.stringContaining('"latchkey/providers/passkey"')],
    ])
  })

  function passkeys(provider: WebAuthnConfig): Partial<AuthConfig> {
    const experimental = { enableWebAuthn: true }
    return { providers: [provider], adapter: worker.memoryAdapter(), experimental }
  }

  function open(given: Partial<AuthConfig>): Opened {
    const logged: Opened['logged'] = []
    const config: AuthConfig = {
      secret,
      trustHost: true,
      providers: [],
      ...given,
      logger: {
        error: (code, error) => void logged.push(toLine(code, error)),
        warn: (code, message) => void logged.push(toLine(code, message)),
      },
    }
    return {
      logged,
      visit: async (language) => {
        const headers = { 'accept-language': language, accept: 'text/html' }
        const request = new Request('https://app.test/auth/signin', { headers })
        return (await worker.Auth(request, config)).text()
      },
    }
  }
})

interface Worker {
  readonly Auth: (request: Request, config: AuthConfig) => Promise<Response>
  readonly german: LanguagePack
  readonly Passkey: () => WebAuthnConfig
  readonly AuthJsPasskey: (options: object) => WebAuthnConfig
  readonly memoryAdapter: () => NonNullable<AuthConfig['adapter']>
}

interface Opened {
  readonly visit: (language: string) => Promise<string>
  readonly logged: (readonly [string, string])[]
}

interface Bundle {
  readonly code: string
  readonly file: string
  /** The paths of its modules below `node_modules`. */
  readonly modules: readonly string[]
}

/** One minified file, as tools for the edge make it. */
async function bundle(name: string, entry: string): Promise<Bundle> {
  folder.write(name, { 'entry.js': entry })
  const outDir = join(folder.path, name, 'out')
  const result = (await build({
    root: join(folder.path, name),
    configFile: false,
    logLevel: 'error',
    resolve: { conditions },
    ssr: {
      target: 'webworker',
      noExternal: true,
      external: ['@simplewebauthn/server'],
      resolve: { conditions },
    },
    build: {
      ssr: join(folder.path, name, 'entry.js'),
      outDir,
      minify: 'esbuild',
      target: 'es2022',
      rollupOptions: { output: { inlineDynamicImports: true, entryFileNames: 'worker.mjs' } },
    },
  })) as Rollup.RollupOutput
  const [{ code, modules }] = result.output
  const paths = Object.keys(modules).map((id) => id.split('/node_modules/').pop() ?? id)
  return { code, file: join(outDir, 'worker.mjs'), modules: paths }
}

function toLine(code: string, detail: unknown): readonly [string, string] {
  return [code, detail instanceof Error ? detail.message : String(detail)]
}
