import { generateKeyPair } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Auth, readSession, type AuthConfig } from '../../../src/core.js'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { ValidatedOptions } from '../../../src/config/validated-options.js'
import type { TypedAuthError } from '../../../src/errors.js'
import german from '../../../src/languages/de.js'
import Passkey from '../../../src/providers/passkey.js'
import {
  makeApp,
  olderSecret,
  passwordProvider,
  secret,
  sessionCookie,
  type LogLine,
} from '../../support/apps/app.js'

/** What a config is refused for. */
async function refusals(config: object): Promise<readonly TypedAuthError[]> {
  const app = makeApp(config)
  const path = `${app.config.basePath ?? '/auth'}/session`.replace('//', '/')
  const response = await Auth(new Request(`https://app.test${path}`), app.config)
  const errors = app.logs.filter(({ level }) => level === 'error')
  expect(response.status).toBe(errors.length > 0 ? 500 : 200)
  expect(await response.json()).toBeNull()
  const headers = { cookie: `${sessionCookie}=x` }
  const { data } = await readSession(new Request('https://app.test/', { headers }), app.config)
  expect(data).toBeNull()
  return errors.map(({ message }) => message[0] as TypedAuthError)
}

const oauth = { id: 'github', name: 'GitHub', type: 'oauth' }
const mail = { ...oauth, type: 'email' }
const stored = (config: object): object => ({ adapter: memoryAdapter(), ...config })
const mailer = (more: object = {}): object => ({ ...mail, sendVerificationRequest() {}, ...more })
const client = { clientId: 'c', clientSecret: 's' }
const oidc = { ...oauth, ...client, type: 'oidc', issuer: 'https://op.test' }
const { leaseAccount: _none, ...withoutLeases } = memoryAdapter()
const edwards = await generateKeyPair('Ed25519')
const encryption = await generateKeyPair('RSA-OAEP')
const withProvider = (provider: unknown): object => ({ providers: [provider] })
const webauthn = (more: object, ...others: readonly unknown[]): object => ({
  providers: [{ ...Passkey(), ...more }, ...others],
  adapter: memoryAdapter(),
  session: { strategy: 'jwt' },
  experimental: { enableWebAuthn: true },
})

function fail(): never {
  throw new Error('boom')
}

const proxied = (...redirectProxyOrigins: readonly string[]): object => ({
  redirectProxyUrl: 'https://a.test/auth',
  redirectProxyOrigins,
})
const page = (name: string, value: unknown): object => ({ pages: { [name]: value } })
const lifetime = (name: string, value: unknown): object => ({ session: { [name]: value } })
const lastingFor = (key: string, options: object): object => ({ cookies: { [key]: { options } } })
const cookie = (name: string): object => ({ cookies: { sessionToken: { name } } })

describe('a mistake in the config', () => {
  // What is wrong, its code, and what the message must name: the option, the value and the cure.
  // prettier-ignore
  const rows: readonly (readonly [what: string, config: object, type: string, texts: readonly string[]])[] = [
    ['no secret',                      { secret: undefined },                   'MissingSecret', ['`secret`', 'npx latchkey secret --write', 'openssl rand', 'AUTH_SECRET']],
    ['a secret that is null',          { secret: null },                        'MissingSecret', ['`secret`', 'openssl rand', 'AUTH_SECRET']],
    ['an empty secret',                { secret: '' },                          'MissingSecret', ['`secret`', 'openssl rand', 'AUTH_SECRET']],
    ['an empty list of secrets',       { secret: [] },                          'MissingSecret', ['`secret`', 'openssl rand']],
    ['a secret that is no text',       { secret: 42 },                          'MissingSecret', ['`secret`', 'openssl rand']],
    ['a short secret',                 { secret: 'tooshort-0815' },             'WeakSecret', ['`secret`', '32', '13', 'openssl rand']],
    ['a secret of 31 characters',      { secret: secret.slice(0, 31) },         'WeakSecret', ['32', '31']],
    ['a short first secret',           { secret: ['brief', secret] },           'WeakSecret', ['32', 'got 5.']],
    ['a secret of one character',      { secret: 'x'.repeat(64) },              'WeakSecret', ['random', 'openssl rand']],
    ['a secret of a few characters',   { secret: 'abcabcd'.repeat(9) },         'WeakSecret', ['random', 'openssl rand']],
    ['a placeholder',                  { secret: 'your-secret-key-change-in-production' }, 'WeakSecret', ['placeholder', 'openssl rand']],
    ['an empty older secret',          { secret: [secret, ''] },                'WeakSecret', ['every entry', '`secret`']],
    ['an older secret that is no text', { secret: [secret, 7] },                'WeakSecret', ['every entry', '`secret`']],
    ['no secret for tokens',           { jwt: { secret: [] } },                 'MissingSecret', ['`jwt.secret`']],
    ['a token secret that is no text', { jwt: { secret: 5 } },                  'MissingSecret', ['`jwt.secret`']],
    ['a short secret for tokens',      { jwt: { secret: 'x' } },                'WeakSecret', ['`jwt.secret`', '32']],

    ['a base path without a slash',    { basePath: 'auth' },                    'InvalidBasePath', ['"auth"', '"/auth"']],
    ['an empty base path',             { basePath: '' },                        'InvalidBasePath', ['""', '"/auth"']],
    ['a base path with two slashes',   { basePath: '//evil' },                  'InvalidBasePath', ['"//evil"', '"/auth"']],
    ['a base path with dots',          { basePath: '/a/../b' },                 'InvalidBasePath', ['"/a/../b"', '"/auth"']],
    ['a base path with a query',       { basePath: '/auth?x' },                 'InvalidBasePath', ['"/auth?x"', '"/auth"']],
    ['a base path with a space',       { basePath: '/my auth' },                'InvalidBasePath', ['"/my auth"', '"/auth"']],
    ['a base path that is a URL',      { basePath: 'https://a.test/auth' },     'InvalidBasePath', ['a.test', '"/auth"']],
    ['a base path that is no text',    { basePath: 5 },                         'InvalidBasePath', ['5', '"/auth"']],
    ['the same beside a page',         { basePath: 5, pages: { error: '/e' } }, 'InvalidBasePath', ['5', '"/auth"']],

    ['an origin that is no URL',       { origin: 'app.test' },                  'InvalidOrigin', ['"app.test"', 'https://']],
    ['an origin with a path',          { origin: 'https://a.test/x' },          'InvalidOrigin', ['"https://a.test/x"', 'without a path']],
    ['an origin with a query',         { origin: 'https://a.test/?x' },         'InvalidOrigin', ['"https://a.test/?x"']],
    ['an origin with a user',          { origin: 'https://u@a.test' },          'InvalidOrigin', ['"https://u@a.test"']],
    ['an origin with another scheme',  { origin: 'ftp://a.test' },              'InvalidOrigin', ['"ftp://a.test"']],
    ['an origin that is no text',      { origin: 5 },                           'InvalidOrigin', ['5', 'https://']],
    ['one wrong origin of several',    { origin: ['https://a.test', 'b'] },     'InvalidOrigin', ['"b"', 'https://']],
    ['one of several that is no text', { origin: [null] },                      'InvalidOrigin', ['object', 'https://']],
    ['a star alone', proxied('*'), 'InvalidOrigin', ['*', '`redirectProxyOrigins`']],
    ['a star for any host', proxied('https://*'), 'InvalidOrigin', ['https://*', '`redirectProxyOrigins`']],
    ['a star below a top-level domain', proxied('https://*.com'), 'InvalidOrigin', ['https://*.com', '`redirectProxyOrigins`']],
    ['a star below a country code', proxied('https://*.co.uk'), 'InvalidOrigin', ['https://*.co.uk', '`redirectProxyOrigins`']],
    ['a star below a shared domain', proxied('https://*.vercel.app'), 'InvalidOrigin', ['https://*.vercel.app', '`redirectProxyOrigins`']],
    ['a part of a name below a shared domain', proxied('https://app-*-team.vercel.app'), 'InvalidOrigin', ['https://app-*-team.vercel.app', '`redirectProxyOrigins`']],
    ['a star below a shared domain of three labels', proxied('https://*.eu-west-1.elasticbeanstalk.com'), 'InvalidOrigin', ['https://*.eu-west-1.elasticbeanstalk.com', '`redirectProxyOrigins`']],
    ['a star below a domain that ends as the proxy does', proxied('https://*.evil-a.test'), 'InvalidOrigin', ['https://*.evil-a.test', '`redirectProxyOrigins`']],
    ['two stars', proxied('https://*.*.a.test'), 'InvalidOrigin', ['https://*.*.a.test', '`redirectProxyOrigins`']],
    ['a star in the second label', proxied('https://pr.*.a.test'), 'InvalidOrigin', ['https://pr.*.a.test', '`redirectProxyOrigins`']],
    ['a star in the last label', proxied('https://a.*'), 'InvalidOrigin', ['https://a.*', '`redirectProxyOrigins`']],
    ['a star as the port', proxied('https://a.test:*'), 'InvalidOrigin', ['https://a.test:*', '`redirectProxyOrigins`']],
    ['a star before the host', proxied('https://*@a.test'), 'InvalidOrigin', ['https://*@a.test', '`redirectProxyOrigins`']],
    ['a proxied origin with a path', proxied('https://pr.a.test/x'), 'InvalidOrigin', ['https://pr.a.test/x', '`redirectProxyOrigins`']],
    ['a proxied origin with a slash', proxied('https://pr.a.test/'), 'InvalidOrigin', ['https://pr.a.test/', '`redirectProxyOrigins`']],
    ['a proxied origin in upper case', proxied('https://PR.a.test'), 'InvalidOrigin', ['https://PR.a.test', '`redirectProxyOrigins`']],
    ['a proxied origin over http', proxied('http://pr.a.test'), 'InvalidOrigin', ['http://pr.a.test', '`redirectProxyOrigins`']],
    ['a proxied origin without a scheme', proxied('pr.a.test'), 'InvalidOrigin', ['pr.a.test', '`redirectProxyOrigins`']],
    ['a proxied script', proxied('javascript:alert(1)'), 'InvalidOrigin', ['javascript:alert(1)', '`redirectProxyOrigins`']],
    ['a proxied origin that is no text', { redirectProxyOrigins: [5] }, 'InvalidOrigin', ['5', '`redirectProxyOrigins`']],
    ['a proxied origin outside a list', { redirectProxyOrigins: 'https://pr.a.test' }, 'InvalidOrigin', ['`redirectProxyOrigins`', 'array']],

    ['an unknown strategy',            lifetime('strategy', 'redis'),           'InvalidSessionOptions', ['"redis"', '"jwt"']],
    ['database sessions',              lifetime('strategy', 'database'),        'MissingAdapter', ['`adapter`']],
    ['an adapter that is no object',   { adapter: 'pg' },                       'InvalidConfig', ['`adapter`', '"pg"']],
    ['a timeout in milliseconds',      { adapterTimeout: 5000 },                'InvalidConfig', ['`adapterTimeout`', '5000', 'seconds']],
    ['a negative timeout',             { adapterTimeout: -1 },                  'InvalidConfig', ['`adapterTimeout`', '-1']],
    ['a timeout as text',              { adapterTimeout: '5' },                 'InvalidConfig', ['`adapterTimeout`', '"5"']],
    ['an adapter without sessions',    { adapter: {} },                         'MissingAdapterMethods', ['`createSession`', '`getSessionAndUser`', '`updateSession`', '`deleteSession`']],
    ['an adapter that stores no keys', { adapter: withoutLeases, providers: [{ ...oidc, dpop: true }] }, 'MissingAdapterMethods', ['`leaseAccount`']],
    ['an adapter without accounts',    { adapter: {}, session: { strategy: 'jwt' }, providers: [oidc] }, 'MissingAdapterMethods', ['`createUser`', '`getUser`', '`getUserByEmail`', '`getUserByAccount`', '`linkAccount`']],
    ['a token maker that is a text',   lifetime('generateSessionToken', 'x'),   'InvalidConfig', ['`session.generateSessionToken`', '"x"']],
    ['revocable that is no flag',      lifetime('revocable', 'yes'),            'InvalidConfig', ['`session.revocable`', '"yes"']],
    ['a recheckAge below 0',           lifetime('recheckAge', -1),              'InvalidSessionOptions', ['`session.recheckAge`', 'got -1', 'at least 0']],
    ['a cacheAge below 0',             lifetime('cacheAge', -1),                'InvalidSessionOptions', ['`session.cacheAge`', 'got -1', 'at least 0']],
    ['a cacheAge in milliseconds',     lifetime('cacheAge', 10_000),            'InvalidSessionOptions', ['`session.cacheAge`', 'got 10000', 'at most 600 seconds']],
    ['a maxAge of 0',                  lifetime('maxAge', 0),                   'InvalidSessionOptions', ['`session.maxAge`', 'got 0', 'at least 1']],
    ['a maxAge below 0',               lifetime('maxAge', -1),                  'InvalidSessionOptions', ['`session.maxAge`', 'got -1', 'at least 1']],
    ['a maxAge with a fraction',       lifetime('maxAge', 1.5),                 'InvalidSessionOptions', ['`session.maxAge`', 'got 1.5', 'whole']],
    ['a maxAge that is no number',     lifetime('maxAge', Number.NaN),          'InvalidSessionOptions', ['`session.maxAge`', 'got NaN', 'whole']],
    ['a maxAge without end',           lifetime('maxAge', Infinity),            'InvalidSessionOptions', ['`session.maxAge`', 'got Infinity']],
    ['a maxAge as text',               lifetime('maxAge', '60'),                'InvalidSessionOptions', ['`session.maxAge`', 'got "60"']],
    ['an updateAge below 0',           lifetime('updateAge', -1),               'InvalidSessionOptions', ['`session.updateAge`', 'got -1', 'at least 0']],
    ['an absoluteMaxAge of 0',         lifetime('absoluteMaxAge', 0),           'InvalidSessionOptions', ['`session.absoluteMaxAge`', 'got 0', 'at least 1']],
    ['a token maxAge of 0',            { jwt: { maxAge: 0 } },                  'InvalidSessionOptions', ['`jwt.maxAge`', 'got 0', 'at least 1']],
    ['a token maxAge as text',         { jwt: { maxAge: '60' } },               'InvalidSessionOptions', ['`jwt.maxAge`', 'got "60"']],

    ['a page without a slash',         page('signIn', 'login'),                 'InvalidPage', ['`pages.signIn`', '"login"', '"/sign-in"']],
    ['a page with two slashes',        page('signIn', '//evil.test'),           'InvalidPage', ['`pages.signIn`', '"//evil.test"']],
    ['a page with a backslash',        page('signIn', '/\\evil.test'),          'InvalidPage', ['`pages.signIn`', 'evil.test']],
    ['a page with a tab',              page('signIn', '/\t/evil.test'),         'InvalidPage', ['`pages.signIn`', 'evil.test']],
    ['a page that runs code',          page('signOut', 'javascript:alert(1)'),  'InvalidPage', ['`pages.signOut`', '"javascript:alert(1)"']],
    ['a page with another scheme',     page('error', 'ftp://a.test'),           'InvalidPage', ['`pages.error`', '"ftp://a.test"']],
    ['a page with half a URL',         page('error', 'http://'),                'InvalidPage', ['`pages.error`', '"http://"']],
    ['an empty page',                  page('error', ''),                       'InvalidPage', ['`pages.error`', '""']],
    ['a page that is no text',         page('error', 404),                      'InvalidPage', ['`pages.error`', '404']],
    ['our sign-in page as yours',      page('signIn', '/auth/signin'),          'InvalidPage', ['`pages.signIn`', 'your own', '"/auth/signin"']],
    ['the same with a slash',          page('signIn', '/auth/signin/'),         'InvalidPage', ['`pages.signIn`', 'your own', '"/auth/signin/"']],
    ['our sign-out page as yours',     page('signOut', '/auth/signout?x'),      'InvalidPage', ['`pages.signOut`', 'your own']],
    ['our error page as yours',        page('error', '/auth/error#x'),          'InvalidPage', ['`pages.error`', 'your own']],
    ['our mail page as yours',         page('verifyRequest', '/auth/verify-request'), 'InvalidPage', ['`pages.verifyRequest`', 'your own']],
    ['our route second-factor as yours',page('secondFactor', '/auth/second-factor'),'InvalidPage', ['`pages.secondFactor`', 'your own']],
    ['our route add-factor as yours',   page('addFactor', '/auth/add-factor'),   'InvalidPage', ['`pages.addFactor`', 'your own']],
    ['our route factors as yours',      page('factors', '/auth/factors'),        'InvalidPage', ['`pages.factors`', 'your own']],
    ['our route confirm as yours',      page('confirm', '/auth/confirm'),        'InvalidPage', ['`pages.confirm`', 'your own']],
    ['our route account as yours',      page('account', '/auth/account'),        'InvalidPage', ['`pages.account`', 'your own']],
    ['our route delete-account as yours',page('deleteAccount', '/auth/delete-account'),'InvalidPage', ['`pages.deleteAccount`', 'your own']],
    ['our route keep-account as yours', page('keepAccount', '/auth/keep-account'),'InvalidPage', ['`pages.keepAccount`', 'your own']],

    ['a callback that is no function', { callbacks: { jwt: 'x' } },             'InvalidConfig', ['`callbacks.jwt`', '"x"', 'function']],
    ['an event that is no function',   { events: { signIn: {} } },              'InvalidConfig', ['`events.signIn`', 'object', 'function']],
    ['an encode that is no function',  { jwt: { encode: 'x' } },                'InvalidConfig', ['`jwt.encode`', '"x"', 'function']],
    ['a decode that is no function',   { jwt: { decode: 1 } },                  'InvalidConfig', ['`jwt.decode`', '1', 'function']],
    ['trustHost as text',              { trustHost: 'false' },                  'InvalidConfig', ['`trustHost`', '"false"', 'true or false']],
    ['trustForwardedHeaders as text',  { trustForwardedHeaders: 'false' },      'InvalidConfig', ['`trustForwardedHeaders`', '"false"']],
    ['useSecureCookies as a number',   { useSecureCookies: 1 },                 'InvalidConfig', ['`useSecureCookies`', '1', 'true or false']],
    ['debug as text',                  { debug: 'yes' },                        'InvalidConfig', ['`debug`', '"yes"', 'true or false']],
    ['a cookie with an encoder',       { cookies: { csrfToken: { options: { encode: String } } } }, 'InvalidCookieOptions', ['`encode`', '"authjs.csrf-token"', '`cookies`']],
    ['a cookie of half a second',      { cookies: { csrfToken: { options: { maxAge: 0.5 } } } }, 'InvalidCookieOptions', ['maxAge', '0.5', '`cookies`']],
    ['a session cookie of no time',    lastingFor('sessionToken', { maxAge: 0 }), 'InvalidCookieOptions', ['`cookies.sessionToken.options.maxAge`', 'got 0.', 'Remove it']],
    ['an attempt of a negative time',  lastingFor('attempt', { maxAge: -5 }),   'InvalidCookieOptions', ['`cookies.attempt.options.maxAge`', 'got -5.', 'Remove it']],
    ['a cookie that has expired',      lastingFor('csrfToken', { expires: new Date(0) }), 'InvalidCookieOptions', ['`cookies.csrfToken.options.expires`', 'got Thu, 01 Jan 1970 00:00:00 GMT.', 'Remove it']],
    ['an expiry as text',              lastingFor('csrfToken', { expires: '2099-01-01' }), 'InvalidCookieOptions', ['`cookies.csrfToken.options.expires`', 'a Date', '"2099-01-01"']],
    ['a cookie name of two cookies',   cookie('a;b'),                           'InvalidCookieOptions', ['"a;b"', '`cookies`']],

    ['a provider that is nothing',     withProvider(undefined),                 'InvalidProviderConfig', ['`providers[0]`', 'undefined']],
    ['a provider that is a text',      withProvider('github'),                  'InvalidProviderConfig', ['`providers[0]`', '"github"']],
    ['a function that makes none',     withProvider(() => undefined),           'InvalidProviderConfig', ['`providers[0]`', 'undefined']],
    ['a function that throws',         withProvider(() => fail()),              'InvalidConfig', ['threw']],
    ['a provider that throws',         withProvider(Object.defineProperty({}, 'id', { get: fail })), 'InvalidConfig', ['threw']],
    ['a provider without an id',       withProvider({ ...passwordProvider, id: undefined }), 'InvalidProviderConfig', ['`providers[0].id`', 'undefined']],
    ['a provider without a name',      withProvider({ ...passwordProvider, name: '' }), 'InvalidProviderConfig', ['"credentials"', '`name`']],
    ['a provider of an unknown type',  withProvider({ ...oauth, type: 'saml' }), 'InvalidProviderConfig', ['"github"', '"saml"', '"oauth"']],
    ['a provider without authorize',   withProvider({ ...passwordProvider, authorize: undefined }), 'MissingAuthorize', ['"credentials"', '`authorize`']],
    ['an authorize that is a text',    withProvider({ ...passwordProvider, authorize: 'x' }), 'MissingAuthorize', ['"credentials"', '`authorize`']],
    ['languages as codes',             { languages: ['de'] },                  'InvalidConfig', ['`languages`', 'latchkey/languages/']],
    ['languages without a list',       { languages: 'de' },                    'InvalidConfig', ['`languages`', '"de"']],
    ['a language without its texts',   { languages: [{ ...german, factors: 1 }] }, 'InvalidConfig', ['`languages`']],
    ['WebAuthn without its flag',      { ...webauthn({}), experimental: {} },   'ExperimentalFeatureNotEnabled', ['"passkey"', 'enableWebAuthn: true']],
    ['WebAuthn without an adapter',    { ...webauthn({}), adapter: undefined }, 'MissingAdapter', ['Passkeys', '`adapter`']],
    ['WebAuthn without its hooks',     webauthn({ getUserInfo: 'x' }),          'InvalidProviderConfig', ['"passkey"', '`getUserInfo`']],
    ['an odd version of the script',   webauthn({ simpleWebAuthnBrowserVersion: 'latest' }), 'InvalidProviderConfig', ['"passkey"', '"latest"', '"v14"']],
    ['a related origin with a path',   webauthn({ relatedOrigins: ['https://app.test/x'] }), 'InvalidProviderConfig', ['"passkey"', '"https://app.test/x"']],
    ['a frame that is no origin',      webauthn({ topOrigins: ['app.test'] }),  'InvalidProviderConfig', ['"passkey"', '"app.test"']],
    ['autofill without a field for it', webauthn({ formFields: { email: {} } }), 'MissingWebAuthnAutocomplete', ['"passkey"', 'username webauthn', 'enableConditionalUI: false']],
    ['autofill by two providers',      webauthn({}, Passkey({ id: 'two' })),    'DuplicateConditionalUI', ['"passkey", "two"', 'enableConditionalUI: false']],
    ['an unknown client authentication', withProvider({ ...oauth, ...client, client: { token_endpoint_auth_method: 'tls_client_auth' } }), 'InvalidProviderConfig', ['`client.token_endpoint_auth_method`', '"github"', 'client_secret_basic', 'private_key_jwt', '"tls_client_auth"']],
    ['an unknown assertion audience',  withProvider({ ...oidc, token: { assertionAudience: 'https://op.test' } }), 'InvalidProviderConfig', ['"github"', '`token.assertionAudience`', '"issuer" or "token_endpoint"']],
    ['an assertion that a secret cannot sign', withProvider({ ...oidc, client: { token_endpoint_auth_signing_alg: 'ES256' } }), 'InvalidProviderConfig', ['"github"', '`client.token_endpoint_auth_signing_alg`', 'HS256', '"ES256"']],
    ['an assertion that the key cannot sign', withProvider({ ...oidc, token: { clientPrivateKey: edwards.privateKey }, client: { token_endpoint_auth_signing_alg: 'ES256' } }), 'InvalidProviderConfig', ['"github"', 'Ed25519 or EdDSA', '"ES256"']],
    ['encrypted user info',            withProvider({ ...oidc, client: { userinfo_encrypted_response_alg: 'RSA-OAEP' } }), 'InvalidProviderConfig', ['"github"', '`client.userinfo_encrypted_response_alg`', 'not supported']],
    ['an encrypted response',          withProvider({ ...oidc, client: { authorization_encrypted_response_alg: 'RSA-OAEP' } }), 'InvalidProviderConfig', ['"github"', '`client.authorization_encrypted_response_alg`', 'not supported']],
    ['encrypted ID tokens without a key', withProvider({ ...oidc, client: { id_token_encrypted_response_alg: 'RSA-OAEP' } }), 'InvalidProviderConfig', ['"github"', '`decryptionKey`', 'id_token_encrypted_response_alg']],
    ['ID tokens that a secret decrypts', withProvider({ ...oidc, decryptionKey: encryption.privateKey, client: { id_token_encrypted_response_alg: 'dir' } }), 'InvalidProviderConfig', ['"github"', '"dir"', 'RSA-OAEP']],
    ['a public key to decrypt with',   withProvider({ ...oidc, decryptionKey: encryption.publicKey }), 'InvalidProviderConfig', ['"github"', '`decryptionKey`', 'private']],
    ['a text to decrypt with',         withProvider({ ...oidc, decryptionKey: { key: 'x', kid: 'y' } }), 'InvalidProviderConfig', ['"github"', '`decryptionKey`', 'importKey']],
    ['two client ids',                 withProvider({ ...oauth, ...client, issuer: 'https://op.test', client: { client_id: 'other' } }), 'InvalidProviderConfig', ['"github"', '`client.client_id`', '`clientId`']],
    ['an issuer over http',            withProvider({ ...oauth, ...client, issuer: 'http://op.test' }), 'InvalidEndpoints', ['https', '"http://op.test"']],
    ['an issuer that is no URL',       withProvider({ ...oauth, ...client, issuer: 'op.test' }), 'InvalidEndpoints', ['"op.test"']],
    ['a discovery address over http',  withProvider({ ...oauth, ...client, wellKnown: 'http://op.test/x' }), 'InvalidEndpoints', ['"http://op.test/x"']],
    ['a key set address over http',    withProvider({ ...oauth, ...client, issuer: 'https://op.test', jwks_endpoint: 'http://op.test/k' }), 'InvalidEndpoints', ['"http://op.test/k"']],
    ['a token endpoint over http',     withProvider({ ...oauth, ...client, issuer: 'https://op.test', token: { url: 'http://op.test/t' } }), 'InvalidEndpoints', ['"http://op.test/t"']],
    ['a proxy over http',              withProvider({ ...oauth, ...client, issuer: 'https://op.test', redirectProxyUrl: 'http://proxy.test/auth' }), 'InvalidEndpoints', ['`redirectProxyUrl`', '"github"', '"http://proxy.test/auth"']],
    ['a proxy URL without a scheme',   { redirectProxyUrl: 'proxy.test/auth' }, 'InvalidConfig', ['`redirectProxyUrl`', '"proxy.test/auth"', '"https://app.example/auth"']],
    ['a proxy URL over http',          { redirectProxyUrl: 'http://proxy.test/auth' }, 'InvalidConfig', ['`redirectProxyUrl`', 'https', '"http://proxy.test/auth"']],
    ['a proxy URL with a query',       { redirectProxyUrl: 'https://proxy.test/auth?a=b' }, 'InvalidConfig', ['`redirectProxyUrl`', '"https://proxy.test/auth?a=b"']],
    ['a proxy URL that is no text',    { redirectProxyUrl: 42 },                'InvalidConfig', ['`redirectProxyUrl`', '42']],
    ['an e-mail provider',             stored(withProvider(mail)), 'InvalidProviderConfig', ['`sendVerificationRequest`', '"github"']],
    ['e-mail without a database',      withProvider(mailer()),                   'MissingAdapter', ['`adapter`']],
    ['e-mail with too short a code',   stored(withProvider(mailer({ codeLength: 5 }))),  'InvalidProviderConfig', ['`codeLength`', 'got 5', '6, 7 or 8']],
    ['e-mail that never expires',      stored(withProvider(mailer({ maxAge: 0 }))),      'InvalidProviderConfig', ['`maxAge`', 'got 0', 'at least 1']],
    ['two providers of one id',        { providers: [passwordProvider, passwordProvider] }, 'DuplicateProvider', ['"credentials"', '`id`']],
    ['ids that differ in case alone',  { providers: [passwordProvider, { ...passwordProvider, id: 'Credentials' }] }, 'DuplicateProvider', ['"Credentials"', '`id`']],
  ]

  it.each(rows)('is refused by value and cure: %s', async (_what, config, type, texts) => {
    const errors = await refusals(config)
    expect(errors.map((error) => error.type)).toEqual([type])
    const message = errors[0]?.message ?? ''
    for (const text of texts) expect(message).toContain(text)
    for (const known of secretsIn(config)) expect(message).not.toContain(known)
  })

  const general = rows.filter(([, config]) =>
    Object.keys(config).some((name) => name !== 'providers' && name !== 'adapter'),
  )

  it.each(general)('is not mistaken for the valid config before it: %s', (_what, config) => {
    const { config: valid } = makeApp()
    const validated = new ValidatedOptions()
    validated.remember(valid)
    expect(validated.matches({ ...valid })).toBe(true)
    expect(validated.matches({ ...valid, ...config })).toBe(false)
  })

  it('is found in an adapter that lost a method since the last config', () => {
    const valid = { ...makeApp().config, adapter: memoryAdapter() }
    const validated = new ValidatedOptions()
    validated.remember(valid)
    expect(validated.matches({ ...valid, adapter: memoryAdapter() })).toBe(true)
    const { createSession: _lost, ...less } = memoryAdapter()
    const withoutMethod = { ...memoryAdapter(), createSession: undefined }
    const inherited = Object.create(memoryAdapter()) as object
    for (const adapter of [less, withoutMethod, inherited, null, undefined, 'memory']) {
      expect(validated.matches({ ...valid, adapter })).toBe(false)
    }
  })

  // prettier-ignore
  const unset: typeof rows = [
    ['OAuth without a client id',      withProvider(oauth),                     'MissingClientId', ['"github"', '`clientId`', 'AUTH_GITHUB_ID']],
    ['OIDC with an empty client id',   withProvider({ ...oauth, type: 'oidc', clientId: '' }), 'MissingClientId', ['"github"', 'AUTH_GITHUB_ID']],
    ['OAuth without a client secret',  withProvider({ ...oauth, clientId: 'c' }), 'MissingClientSecret', ['"github"', '`clientSecret`', 'AUTH_GITHUB_SECRET']],
    ['private_key_jwt without a key',  withProvider({ ...oauth, ...client, client: { token_endpoint_auth_method: 'private_key_jwt' } }), 'MissingClientSecret', ['"github"', 'clientPrivateKey']],
    ['OAuth without a token endpoint', withProvider({ ...oauth, ...client, authorization: 'https://op.test/a' }), 'InvalidEndpoints', ['"github"', '`token`', 'AUTH_GITHUB_ISSUER']],
    ['OAuth without user info',        withProvider({ ...oauth, ...client, authorization: 'https://op.test/a', token: 'https://op.test/t' }), 'InvalidEndpoints', ['`userinfo`']],
    ['OIDC without an issuer',         withProvider({ ...oauth, ...client, type: 'oidc' }), 'InvalidEndpoints', ['"github"', 'it has no `issuer`. Set', 'AUTH_GITHUB_ISSUER']],
    ['an id and an issuer are empty',  withProvider({ ...oauth, type: 'oidc', clientId: '', issuer: '' }), 'MissingClientId', ['AUTH_GITHUB_ID']],
    ['an id and a variable are unset', withProvider({ ...oauth, type: 'oidc', issuer: '{host}/oauth', variables: { host: undefined } }), 'MissingClientId', ['AUTH_GITHUB_ID']],
    ['an algorithm without its key',   withProvider({ ...oidc, client: { token_endpoint_auth_method: 'private_key_jwt', token_endpoint_auth_signing_alg: 'ES256' } }), 'MissingClientSecret', ['clientPrivateKey']],
    ['e-mail without its key',         stored(withProvider(mailer({ requires: ['apiKey'] }))), 'InvalidProviderConfig', ['`apiKey`', 'AUTH_GITHUB_KEY']],
    ['e-mail without a sender',        stored(withProvider(mailer({ requires: ['from'] }))), 'InvalidProviderConfig', ['`from`', '"github"', 'AUTH_GITHUB_FROM']],
  ]

  it.each(unset)('disables only the provider: %s', async (_what, config, type, texts) => {
    const app = makeApp({
      ...config,
      providers: [...(config as AuthConfig).providers, passwordProvider],
    })
    const browser = app.browser()
    for (let request = 0; request < 2; request++) {
      const response = await browser.fetch('/auth/providers')
      expect(Object.keys((await response.json()) as object)).toEqual(['credentials'])
    }
    const errors = app.logs.filter(({ level }) => level === 'error')
    expect(errors.map(({ code }) => code)).toEqual([type])
    const message = (errors[0]?.message[0] as Error | undefined)?.message ?? ''
    expect(message).toContain('The provider "github" is disabled, because it has no')
    for (const text of texts) expect(message).toContain(text)
  })

  // prettier-ignore
  it.each<readonly [string, object, string, string]>([
    ['an issuer without https',   { issuer: 'http://op.test' },                                    'InvalidEndpoints',      '`issuer`'],
    ['an endpoint without a URL', { token: 'op.test/token' },                                      'InvalidEndpoints',      '`token`'],
    ['an unknown algorithm',      { client: { id_token_encrypted_response_alg: 'none' } },         'InvalidProviderConfig', '`client.id_token_encrypted_response_alg`'],
    ['a wrong audience',          { token: { url: 'https://op.test/t', assertionAudience: 'x' } }, 'InvalidProviderConfig', '`token.assertionAudience`'],
  ])('a missing client id does not hide %s', async (_what, options, type, text) => {
    const errors = await refusals(withProvider({ ...oauth, issuer: 'https://op.test', ...options }))
    expect(errors.map((error) => error.type)).toEqual([type])
    expect(errors[0]?.message).toContain(text)
  })

  function secretsIn(config: Partial<AuthConfig>): readonly string[] {
    const given: readonly unknown[] = [config.secret, config.jwt?.secret, secret].flat()
    return given.filter((one) => typeof one === 'string').filter(({ length }) => length > 4)
  }
})

describe('ids of providers', () => {
  it.each([
    '__proto__',
    '..',
    '.',
    '-x',
    '_x',
    '~x',
    'a/b',
    'a b',
    'a%2e',
    'ä',
    'a\u0000',
    'a?',
    'a#',
    '',
    'x'.repeat(65),
    'goo\u0261le',
    'a\n',
    'credentials ',
  ])('B29: %j is refused at start', async (id) => {
    const errors = await refusals(withProvider({ ...passwordProvider, id }))
    expect(errors.map(({ type }) => type)).toEqual(['InvalidProviderConfig'])
    expect(errors[0]?.message).toContain('`providers[0].id`')
  })

  it.each(['a', '9', 'constructor', 'toString', 'a.b_c~d-e', 'x'.repeat(64)])(
    '%s is fine',
    async (id) => {
      expect(await refusals(withProvider({ ...passwordProvider, id }))).toEqual([])
    },
  )
})

describe('a config without mistakes', () => {
  it.each<readonly [string, object]>([
    ['the least', {}],
    ['a secret of 32 characters', { secret: secret.slice(0, 32) }],
    ['a short older secret', { secret: [secret, 'old'] }],
    ['several secrets', { secret: [secret, olderSecret] }],
    ['no provider', { providers: [] }],
    ['the base path /', { basePath: '/' }],
    ['a deep base path', { basePath: '/a/b.c/~d/e-f_g' }],
    ['an origin with a slash', { origin: 'https://a.test/' }],
    ['a star below the proxy', proxied('https://*.a.test', 'https://pr-*.x.a.test:8443')],
    ['a proxied origin', proxied('https://app.vercel.app', 'http://localhost:5173')],
    ['a star below localhost', proxied('http://*.localhost:5173')],
    ['a star below a listed host', proxied('https://b.test', 'https://*.b.test')],
    [
      'a star below an origin',
      { origin: ['https://b.test'], redirectProxyOrigins: ['https://*.b.test'] },
    ],
    ['an empty proxy URL', { redirectProxyUrl: '' }],
    ['an empty proxy URL of a provider', withProvider({ ...oidc, redirectProxyUrl: '' })],
    ['an origin with a port', { origin: 'http://localhost:3000' }],
    ['an adapter and an explicit strategy', { adapter: {}, session: { strategy: 'jwt' } }],
    ['a cookie of a second', lastingFor('sessionToken', { maxAge: 1 })],
    ['a cookie until 2099', lastingFor('sessionToken', { expires: new Date(Date.UTC(2099, 0)) })],
    ['updateAge 0', { session: { updateAge: 0 } }],
    ['pages by path and by URL', { pages: { signIn: '/in?x#y', error: 'https://a.test/e' } }],
    [
      'undefined everywhere',
      {
        pages: { signIn: undefined },
        callbacks: { jwt: undefined },
        events: { signIn: undefined },
      },
    ],
  ])('is accepted: %s', async (_what, config) => {
    expect(await refusals(config)).toEqual([])
  })
})

describe('several mistakes', () => {
  const wrong = {
    secret: 'short-0815',
    basePath: 'auth',
    session: { maxAge: -1, updateAge: -2 },
    pages: { signIn: 'x' },
    providers: [{ ...passwordProvider, authorize: 1 as never }, mail as never, 7 as never],
  }

  it('are reported at once, the gravest first', async () => {
    expect((await refusals(wrong)).map(({ type }) => type)).toEqual([
      'WeakSecret',
      'InvalidBasePath',
      'InvalidSessionOptions',
      'InvalidSessionOptions',
      'InvalidPage',
      'MissingAuthorize',
      'InvalidProviderConfig',
      'InvalidProviderConfig',
      'MissingAdapter',
    ])
  })

  it('are reported once a config, not at every request', async () => {
    const app = makeApp(wrong)
    for (let round = 0; round < 3; round++) {
      await Auth(new Request('https://app.test/auth/session'), app.config)
    }
    expect(app.logs).toHaveLength(9)
  })
})

describe('what is no config at all', () => {
  afterEach(() => void vi.restoreAllMocks())

  it.each<readonly [string, unknown, string, string]>([
    ['undefined', undefined, 'InvalidConfig', 'undefined'],
    ['null', null, 'InvalidConfig', 'object'],
    ['a text', 'config', 'InvalidConfig', '"config"'],
    ['a function', () => ({}), 'InvalidConfig', 'function'],
    ['an object without providers', { secret }, 'MissingProviders', '`providers`'],
    [
      'an object whose providers are no list',
      { secret, providers: {} },
      'MissingProviders',
      'array',
    ],
  ])('is refused: %s', async (_what, config, type, text) => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const response = await Auth(new Request('https://app.test/auth/session'), config as AuthConfig)
    expect([response.status, await response.json()]).toEqual([500, null])
    const [code, error] = print.mock.calls[0] ?? []
    expect(code).toBe(`[latchkey] ${type}`)
    expect(error).toContain(text)
  })
})

describe('while a config is refused', () => {
  const paths = [
    'session',
    'csrf',
    'providers',
    'signin',
    'signout',
    'error',
    'callback/credentials',
    'x',
  ]

  it.each(paths)('N15: /auth/%s answers 500, null or a page, and sets no cookie', async (path) => {
    const app = makeApp({ secret: undefined })
    for (const [accept, type] of [
      ['application/json', 'application/json'],
      ['text/html', 'text/html; charset=utf-8'],
    ] as const) {
      for (const method of ['GET', 'POST', 'HEAD']) {
        const request = new Request(`https://app.test/auth/${path}`, {
          method,
          headers: { accept },
        })
        const response = await Auth(request, app.config)
        expect(response.status).toBe(500)
        expect(response.headers.get('content-type')).toBe(type)
        expect(response.headers.get('cache-control')).toBe('private, no-store')
        expect(response.headers.getSetCookie()).toEqual([])
        const body = await response.text()
        if (method === 'HEAD') expect(body).toBe('')
        else if (type === 'application/json') expect(body).toBe('null')
        else expect(body).not.toMatch(/secret|openssl|stack/i)
      }
    }
  })
})

describe('two configs in one process', () => {
  it('do not disturb each other', async () => {
    const good = makeApp()
    const bad = makeApp({ providers: [passwordProvider, mail as never], secret: olderSecret })
    const read = async ({ config }: typeof good): Promise<number> =>
      (await Auth(new Request('https://app.test/auth/session'), config)).status
    for (let round = 0; round < 3; round++) {
      expect(await read(good)).toBe(200)
      expect(await read(bad)).toBe(500)
    }
    expect(good.logs).toEqual([])
    expect(bad.logs.map(({ code }: LogLine) => code)).toEqual([
      'InvalidProviderConfig',
      'MissingAdapter',
    ])
  })

  it('have their own sessions, providers and callbacks', async () => {
    const one = makeApp({ callbacks: { jwt: ({ token }) => ({ ...token, name: 'One' }) } })
    const two = makeApp({
      secret: olderSecret,
      basePath: '/auth',
      providers: [{ ...passwordProvider, id: 'pin' }],
      callbacks: { jwt: ({ token }) => ({ ...token, name: 'Two' }) },
    })
    const [first, second] = [one.browser(), two.browser()]
    const login = { username: 'ada', password: 'correct horse battery' }
    await Promise.all([first.signIn(login), second.signIn(login)])
    expect(await first.session()).toMatchObject({ user: { name: 'One' } })
    expect(await second.session()).toMatchObject({ user: { name: 'Two' } })
    const swapped = two.browser()
    for (const { name, value } of first.cookies) swapped.plant(name, value)
    expect(await swapped.session()).toBeNull()
  })
})
