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
  const [back, links] = offersSignUp(choices) ? [wayBack, passwordLinks] : ['', '']
  return `import { component$, useStyles$ } from "${framework.core}";
import { Form, routeLoader$ } from "${framework.router}";
import type { DocumentHead } from "${framework.router}";
import { findAuthConfig } from "${framework.door}";
import { describeSignIn } from "latchkey/core";
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
      {session.value?.user ? <SignedIn /> : <SignIn />}
    </${landmark}>
  );
});

const SignIn = component$(() => {
  const page = useSignInPage();
  const signIn = useSignIn();
  const { error, providers, callbackUrl } = page.value;

  // After a failed sign-in, the form that was sent keeps its fields, and every
  // form keeps the target page.
  const sent = (name: string) => {
    const value = signIn.formData?.get(name);
    return typeof value === "string" ? value : undefined;
  };
  const sentId = sent("providerId");
  const redirectTo = sent("redirectTo") ?? callbackUrl ?? "/";
${back}
  const problems: string[] = [];
  if (signIn.value?.failed) {
    const { formErrors, fieldErrors } = signIn.value;
    problems.push(...formErrors);
    for (const words of Object.values(fieldErrors)) {
      problems.push(...(words ?? []));
    }
  } else if (error) {
    problems.push(\`\${error.title}.\`, error.sentence);
  }

  return (
    <>
      <h1>Sign in</h1>
      {problems.length > 0 && (
        <p id="problems" class="problems" role="alert">
          {problems.join(" ")}
        </p>
      )}
      {providers.map(({ id, type, label, fields }) => (
        <Form key={id} action={signIn}>
          <input type="hidden" name="providerId" value={id} />
          <input type="hidden" name="redirectTo" value={redirectTo} />
          {fields.map((field) => (
            <p key={field.name}>
              <label for={\`\${id}-\${field.name}\`}>{field.label}</label>
              <input
                {...field.attributes}
                id={\`\${id}-\${field.name}\`}
                name={field.name}
                type={field.type}
                value={
                  id === sentId && field.type !== "password"
                    ? sent(field.name)
                    : undefined
                }
                aria-describedby={id === sentId ? "problems" : undefined}
              />
            </p>
          ))}
          <button>{type === "credentials" ? "Sign in" : label}</button>
        </Form>
      ))}
${links}    </>
  );
});

const SignedIn = component$(() => {
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

/** The built-in pages take the visitor back to the page that asked for the sign-in. */
const wayBack = `  const back = \`?callbackUrl=\${encodeURIComponent(redirectTo)}\`;
`
const passwordLinks = `      {providers.some(({ id }) => id === "password") && (
        <p class="links">
          <a href={\`/auth/signup\${back}\`}>Create an account</a>
          <a href={\`/auth/forgot-password\${back}\`}>Forgot your password?</a>
        </p>
      )}
`

/** A file that Qwik does not run has to be renamed first. */
function importPath({ path, mistake }: Setup['plugin']): string {
  const file = mistake ? pluginPath : path
  return posix.relative(posix.dirname(signInRoute), file).replace(/\.\w+$/, '')
}

/** The styles of the page. They follow the visitor's colour scheme. */
export const signInStyles = `.sign-in {
  --line: #c8ccd4;
  --ink: #1b1f24;
  --paper: #ffffff;
  --accent: #2f5bea;
  --alarm: #b3261e;
  box-sizing: border-box;
  max-width: 24rem;
  margin: 3rem auto;
  padding: 2rem;
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  color: var(--ink);
  background: var(--paper);
  font-family: system-ui, sans-serif;
}

@media (prefers-color-scheme: dark) {
  .sign-in {
    --line: #3d434d;
    --ink: #f0f2f5;
    --paper: #1b1f24;
    --accent: #8fabff;
    --alarm: #ff9b93;
  }
}

.sign-in h1 {
  margin: 0 0 1rem;
  font-size: 1.5rem;
}

.sign-in form + form {
  margin-top: 1rem;
  padding-top: 1rem;
  border-top: 1px solid var(--line);
}

.sign-in p {
  margin: 0 0 0.75rem;
}

.sign-in label {
  display: block;
  margin-bottom: 0.25rem;
}

.sign-in input,
.sign-in button {
  box-sizing: border-box;
  width: 100%;
  padding: 0.625rem 0.75rem;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  color: inherit;
  background: transparent;
  font: inherit;
}

.sign-in button {
  border-color: var(--accent);
  color: var(--accent);
  font-weight: 600;
  cursor: pointer;
}

.sign-in :focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 2px;
}

.sign-in .problems {
  color: var(--alarm);
}

.sign-in .links {
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0.5rem;
  margin: 1rem 0 0;
}

.sign-in a {
  color: var(--accent);
}
`
