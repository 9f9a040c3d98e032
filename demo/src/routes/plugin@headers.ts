import { isDev } from '@builder.io/qwik'
import type { RequestHandler } from '@builder.io/qwik-city'

/**
 * Allows only scripts, styles and pictures of this site. Qwik writes styles into the document
 * without a nonce; Vite's dev server needs still more. A form may lead to the identity provider.
 */
export const onRequest: RequestHandler = ({ env, headers, sharedMap }) => {
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', 'same-origin')
  if (isDev) return
  const nonce = crypto.randomUUID()
  sharedMap.set('@nonce', nonce)
  const issuer = env.get('AUTH_DEMO_ISSUER') ?? ''
  headers.set(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      `script-src 'self' 'nonce-${nonce}'`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self'",
      "connect-src 'self'",
      `form-action 'self' ${issuer}`.trimEnd(),
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  )
}
