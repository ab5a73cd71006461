import { randomBytes } from 'node:crypto'
import type { OAuthClientMetadata, OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/client'
import { describeThrown } from '../../../base/describe-thrown.ts'
import type { McpAuth, OnAuthorize } from '../mcp-types.ts'
import { type CredentialFile, type Credentials, openCredentialFile } from './credential-file.ts'
import { listenForRedirect, type RedirectListener } from './redirect-listener.ts'

/** What a login at one server needs. */
export interface LoginPorts {
  server: string
  url: string
  auth: McpAuth
  env: Readonly<Record<string, string | undefined>>
  onAuthorize: OnAuthorize | undefined
}

/** A login that did not come about; trying again would only ask the user once more. */
export class LoginFailure extends Error {
  override readonly name = 'LoginFailure'
}

const waitLimit = 5 * 60_000

/**
 * The login of a user at one MCP server: registers a client where the server lets it, has the host show the address to log in
 * at, waits on loopback for the answer, and keeps the tokens for the next time.
 */
export class McpLogin {
  readonly #ports: LoginPorts
  readonly #file: CredentialFile
  readonly #state = randomBytes(24).toString('base64url')
  readonly #listener: RedirectListener | null
  #credentials: Credentials
  #verifier = ''
  #discovery: OAuthDiscoveryState | undefined
  #address: URL | null = null

  private constructor(ports: LoginPorts, file: CredentialFile, listener: RedirectListener | null) {
    this.#ports = ports
    this.#file = file
    this.#listener = listener
    this.#credentials = file.read()
    // A client is registered for one address; at another one its login would be refused.
    if (listener && this.#credentials.redirectUrl !== listener.url) this.#keep({ client: undefined })
  }

  /** Opens what was kept of earlier logins. Rejects when the port for the answer is taken. */
  static async open(ports: LoginPorts): Promise<McpLogin> {
    const file = openCredentialFile(ports.url, ports.env)
    const listener = ports.onAuthorize ? await openListener(ports.auth, file.read()) : null
    return new McpLogin(ports, file, listener)
  }

  /** The login as the client library asks for it. */
  provider(): OAuthClientProvider {
    const { auth } = this.#ports
    const redirectUrl = this.#listener?.url ?? 'http://127.0.0.1/callback'
    return {
      redirectUrl,
      clientMetadata: describeClient(redirectUrl, auth),
      state: () => this.#state,
      clientInformation: () => givenClient(auth) ?? this.#credentials.client,
      // A client that its owner has registered is not replaced.
      ...(auth.clientId === undefined && { saveClientInformation: (client) => this.#keep({ client }) }),
      tokens: () => this.#credentials.tokens,
      saveTokens: (tokens) => this.#keep({ tokens }),
      redirectToAuthorization: (address) => {
        this.#address = address
      },
      saveCodeVerifier: (verifier) => {
        this.#verifier = verifier
      },
      codeVerifier: () => this.#verifier,
      saveDiscoveryState: (state) => {
        this.#discovery = state
      },
      discoveryState: () => this.#discovery,
      invalidateCredentials: (scope) => this.#forget(scope),
    }
  }

  /** Has the user log in and gives the parameters of the answer. Rejects with a `LoginFailure`. */
  async ask(signal: AbortSignal): Promise<URLSearchParams> {
    const { server, onAuthorize } = this.#ports
    const address = this.#address
    if (!onAuthorize || !this.#listener)
      throw new LoginFailure('It wants a login, and nobody can be asked for one: give onAuthorize.')
    if (!address || !/^https?:$/.test(address.protocol)) throw new LoginFailure('It gave no address to log in at.')
    const limit = AbortSignal.any([signal, AbortSignal.timeout(waitLimit)])
    const answered = this.#listener.wait(this.#state, limit)
    // Whoever shows the address may fail before anybody comes back.
    answered.catch(() => {})
    try {
      await onAuthorize({ server, url: address.href, signal: limit })
      const parameters = await answered
      if (parameters.has('error')) throw new Error(`the answer was ${JSON.stringify(parameters.get('error'))}`)
      return parameters
    } catch (error) {
      signal.throwIfAborted()
      const why = limit.aborted ? `nobody came back within ${waitLimit / 60_000} minutes` : describeThrown(error)
      throw new LoginFailure(`The login failed: ${why}.`)
    }
  }

  close(): void {
    this.#listener?.close()
  }

  #keep(news: { [key in keyof Credentials]?: Credentials[key] | undefined }): void {
    const merged = { ...this.#credentials, ...news, ...(this.#listener && { redirectUrl: this.#listener.url }) }
    this.#credentials = Object.fromEntries(
      Object.entries(merged).filter(([, value]) => value !== undefined),
    ) as Credentials
    if (this.#credentials.client || this.#credentials.tokens) this.#file.write(this.#credentials)
  }

  #forget(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'all' || scope === 'verifier') this.#verifier = ''
    if (scope === 'all' || scope === 'discovery') this.#discovery = undefined
    this.#credentials = {
      ...this.#credentials,
      ...((scope === 'all' || scope === 'client') && { client: undefined }),
      ...((scope === 'all' || scope === 'tokens') && { tokens: undefined }),
    } as Credentials
    this.#file.write(this.#credentials)
  }
}

// The port of the last login, so that the client registered then is still good; else any.
async function openListener({ redirectPort }: McpAuth, { redirectUrl }: Credentials): Promise<RedirectListener> {
  if (redirectPort !== undefined) return listenForRedirect(redirectPort)
  const last = Number(URL.parse(redirectUrl ?? '')?.port ?? 0)
  return listenForRedirect(last).catch(() => listenForRedirect())
}

function describeClient(redirectUrl: string, { scope, clientSecret }: McpAuth): OAuthClientMetadata {
  return {
    client_name: 'Hookline',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: clientSecret === undefined ? 'none' : 'client_secret_post',
    ...(scope !== undefined && { scope }),
  }
}

function givenClient({ clientId, clientSecret }: McpAuth): Credentials['client'] {
  if (clientId === undefined) return undefined
  return { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) }
}
