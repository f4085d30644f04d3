// What is known about a server before anybody logged in to it.

export interface OAuthSettings {
  /** How the server is called in errors. */
  readonly server: string;
  readonly serverUrl: string;
  readonly clientName: string;
  /** A client that was registered by hand; everything else is found out. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly privateKey?: PrivateKey;
  readonly authMethod?: string;
  /** Where our client metadata document is, for servers that take its address as client id. */
  readonly clientMetadataUrl?: string;
  readonly redirectUrl?: string;
  readonly scope?: string;
  /** Cleartext to other machines is wanted. */
  readonly allowHttp: boolean;
}

export interface PrivateKey {
  /** PKCS#8 in PEM. */
  readonly pem: string;
  readonly algorithm: string;
}
