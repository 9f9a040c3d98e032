import { posix } from 'node:path'
import { offersSignUp } from './password-choice.js'
import { pluginPath } from './plugin-place.js'
import type { Setup } from './setup.js'

/** The sign-in page that `--page` writes. */
export const signInRoute = 'src/routes/signin/index.tsx'

/** The content of the page. It reads the list of providers from the config. */
export function renderSignInRoute({ app, choices, plugin }: Setup): string {
  const { framework, hasMain } = app
  const landmark = hasMain ? 'section' : 'main'
  return `import { component$, useStyles$ } from "${framework.core}";
import { Form, routeLoader$ } from "${framework.router}";
import type { DocumentHead } from "${framework.router}";
import { findAuthConfig } from "${framework.door}";
import { describeSignIn } from "latchkey/core";
import { SignIn } from "${framework.components}";
import { useSession, useSignIn, useSignOut } from "${importPath(plugin)}";
import styles from "./sign-in.css?inline";

export const head: DocumentHead = { title: "Sign in" };

// Loads the providers of plugin@auth.ts, and the error of the last attempt.
export const useSignInPage = routeLoader$(async (event) => {
  const config = await findAuthConfig(event);
  return describeSignIn(event.request, config, { language: "en" });
});

export default component$(() => {
  useStyles$(styles);
  const session = useSession();
  return (
    <${landmark} class="sign-in">
      {session.value?.user ? <SignedInUser /> : <SignInForms />}
    </${landmark}>
  );
});

const SignInForms = component$(() => {
  const page = useSignInPage();
  const signIn = useSignIn();
${offersSignUp(choices) ? formsWithLinks : forms}});

const SignedInUser = component$(() => {
  const session = useSession();
  const signOut = useSignOut();
  const user = session.value?.user;
  return (
    <>
      <h1>You are signed in</h1>
      <p>as {user?.name ?? user?.email}</p>
      <Form action={signOut}>
        <button>Sign out</button>
      </Form>
    </>
  );
});
`
}

const forms = `  return (
    <>
      <h1>Sign in</h1>
      <SignIn page={page} signIn={signIn} />
    </>
  );
`

/** The built-in pages take the visitor back to the page that asked for the sign-in. */
const formsWithLinks = `  const sent = signIn.formData?.get("redirectTo");
  const redirectTo = String(sent ?? page.value.callbackUrl ?? "/");
  const back = \`?callbackUrl=\${encodeURIComponent(redirectTo)}\`;
  return (
    <>
      <h1>Sign in</h1>
      <SignIn page={page} signIn={signIn}>
        <p class="links">
          <a href={\`/auth/signup\${back}\`}>Create an account</a>
          <a href={\`/auth/forgot-password\${back}\`}>Forgot your password?</a>
        </p>
      </SignIn>
    </>
  );
`

/** A file that Qwik does not run has to be renamed first. */
function importPath({ path, mistake }: Setup['plugin']): string {
  const file = mistake ? pluginPath : path
  return posix.relative(posix.dirname(signInRoute), file).replace(/\.\w+$/, '')
}

/** The styles of the page. They follow the visitor's colour scheme. */
export const signInStyles = `.sign-in {
  --line: #d5d9e0;
  --ink: #16191f;
  --muted: #565e6c;
  --paper: #ffffff;
  --accent: #1b1f27;
  --on-accent: #ffffff;
  --alarm: #a3261b;
  box-sizing: border-box;
  max-width: 26rem;
  margin: 3rem auto;
  padding: 2.5rem;
  border: 1px solid var(--line);
  border-radius: 1rem;
  color: var(--ink);
  background: var(--paper);
  font-family: system-ui, sans-serif;
  line-height: 1.5;
}

@media (prefers-color-scheme: dark) {
  .sign-in {
    --line: #434a57;
    --ink: #eef0f4;
    --muted: #a4acba;
    --paper: #171a20;
    --accent: #eef0f4;
    --on-accent: #16191f;
    --alarm: #ffb4ab;
  }
}

.sign-in h1 {
  margin: 0 0 1.5rem;
  font-size: 1.5rem;
  text-align: center;
}

.sign-in form {
  display: grid;
  gap: 1rem;
}

.sign-in form + form {
  margin-top: 0.75rem;
}

/* A form with fields is apart from the list of services. */
.sign-in form:has(label) {
  padding-top: 1.5rem;
}

.sign-in form + form:has(label) {
  margin-top: 1.5rem;
  border-top: 1px solid var(--line);
}

.sign-in p {
  margin: 0 0 1rem;
}

.sign-in label {
  display: block;
  margin-bottom: 0.375rem;
  font-weight: 600;
}

.sign-in input:not([type="checkbox"]),
.sign-in button {
  box-sizing: border-box;
  width: 100%;
  min-height: 3rem;
  padding: 0.5rem 0.875rem;
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  color: inherit;
  background: transparent;
  font: inherit;
}

.sign-in input {
  border-color: var(--muted);
}

.sign-in button {
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 0.75rem;
  font-weight: 600;
  cursor: pointer;
}

.sign-in form:has(label) button {
  border-color: var(--accent);
  color: var(--on-accent);
  background: var(--accent);
}

/* Logos have their own colours, so they need a white ground. */
.sign-in [data-latchkey-part="sign-in-logo"] {
  box-sizing: border-box;
  width: 1.75rem;
  height: 1.75rem;
  padding: 0.25rem;
  border-radius: 0.5rem;
  background: #ffffff;
}

.sign-in [data-latchkey-last-used] button {
  outline: 2px solid var(--accent);
  outline-offset: -2px;
}

.sign-in :focus-visible {
  outline: 3px solid #3b82f6;
  outline-offset: 2px;
}

.sign-in [role="alert"],
.sign-in [data-latchkey-part="sign-in-field-error"] {
  color: var(--alarm);
}

.sign-in .links {
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0.5rem;
  margin: 1.5rem 0 0;
}

.sign-in a {
  color: var(--muted);
}
`
