import type { ResolvedCredentialsProvider } from '../../config/providers.js'
import type { SignInContext } from '../../context/context.js'
import type { CredentialInputs } from '../../model/credentials.js'
import type { Language } from '../../model/page-texts.js'
import { findPasswordProvider, loadPasswordFlows } from '../password/password-provider.js'

/** Returns the fields of a credentials form. Those of the `Password` provider are translated. */
export async function labelCredentials(
  ctx: SignInContext,
  provider: ResolvedCredentialsProvider,
  language: Language,
): Promise<CredentialInputs> {
  const passwords = findPasswordProvider(ctx.config)
  if (!passwords || passwords !== provider) return provider.credentials
  const flows = await loadPasswordFlows(passwords)
  return flows.labelFields(ctx, passwords, language)
}
