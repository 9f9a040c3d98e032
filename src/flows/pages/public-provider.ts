import type { ResolvedProvider } from '../../config/providers.js'
import type { Context } from '../../context/context.js'
import { routeUrl } from '../../context/redirects.js'
import type { PublicProvider } from '../../model/provider.js'

/** Returns the public details of a provider. */
export function toPublicProvider(
  ctx: Context,
  { id, name, type }: ResolvedProvider,
): PublicProvider {
  return {
    id,
    name,
    type,
    signinUrl: routeUrl(ctx, `signin/${id}`),
    callbackUrl: routeUrl(ctx, `callback/${id}`),
  }
}
