import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadOAuth } from '../../../src/flows/oauth/load-oauth.js'
import type { OAuthConfig } from '../../../src/model/oauth.js'
import type { AnyProfile } from '../../../src/model/provider.js'
import { fakeKey } from '../../support/oauth/fake-keys.js'
import { evidence } from './evidence.js'
import type { Fixture } from './fixture.js'

/** A provider of the catalogue, with the fixture of its service. */
export interface CatalogueEntry {
  readonly id: string
  readonly factory: (options?: object) => OAuthConfig<AnyProfile>
  readonly fixture: Fixture
  /** The text of its file. */
  readonly source: string
}

const providers = fileURLToPath(new URL('../../../src/providers/', import.meta.url))
const fixtures = fileURLToPath(new URL('fixtures/', import.meta.url))

/** The ids of the files in the folder that hold an OAuth or OpenID Connect provider. */
export const providerFiles: readonly string[] = namesIn(providers).filter((id) =>
  /\btype: '(?:oauth|oidc)'/.test(sourceOf(id)),
)

export const fixtureFiles: readonly string[] = namesIn(fixtures)

/**
 * Every provider that has both. What the first sign-in would wait for is loaded as well: under load,
 * RSA keys and the OAuth modules take longer than the ten seconds that a request may take.
 */
export async function loadCatalogue(): Promise<readonly CatalogueEntry[]> {
  await Promise.all([fakeKey('first', 'RS256'), fakeKey('first', 'ES256'), loadOAuth()])
  const ids = providerFiles.filter((id) => fixtureFiles.includes(id))
  return Promise.all(
    ids.map(async (id) => {
      const provider = await import(`../../../src/providers/${id}.ts`)
      const fixture = await import(`./fixtures/${id}.ts`)
      const believed = believe(id, fixture.default)
      return { id, factory: provider.default, fixture: believed, source: sourceOf(id) }
    }),
  )
}

/** The fixture says what the flag of a service says; a service that may not vouch is not believed. */
function believe(id: string, fixture: Fixture): Fixture {
  if (evidence[id]?.vouches) return fixture
  return { ...fixture, user: { ...fixture.user, verified: false } }
}

/** The texts of the files that providers share. */
export function quirkSources(): readonly string[] {
  const folder = `${providers}quirks/`
  return readdirSync(folder).map((file) => readFileSync(folder + file, 'utf8'))
}

function sourceOf(id: string): string {
  return readFileSync(`${providers}${id}.ts`, 'utf8')
}

function namesIn(folder: string): readonly string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'))
  return files.map((file) => file.replace(/\.ts$/, ''))
}
