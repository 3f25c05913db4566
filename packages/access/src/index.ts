export {
  ApiKey,
  ApiKeyDigest,
  ApiKeyId,
  ApiKeyLabel,
  ApiKeyToken,
  apiKeyState,
  revokeFrom,
  StoredApiKeyLabel,
  useAt,
} from './api-key.ts';
export type { ApiKeyRepository } from './api-key-repository.ts';
export { type Authenticate, authenticate } from './authenticate.ts';
export type { Clock } from './clock.ts';
export {
  type ApiKeyNotActive,
  type ApiKeyNotFound,
  type ApiKeyRetiring,
  type ApiKeyTaken,
  apiKeyNotFound,
  apiKeyTaken,
  type Unauthenticated,
  type UnreadableApiKey,
  unreadableApiKey,
} from './errors.ts';
export { scopeOfApiKey } from './idempotency-scope.ts';
export { Instant } from './instant.ts';
export { escapeInvisible } from './invisible.ts';
export { type IssueApiKey, type IssuedApiKey, issueApiKey } from './issue-api-key.ts';
export type { KeyMaterial } from './key-material.ts';
export { type ListApiKeys, listApiKeys } from './list-api-keys.ts';
export { newApiKeyToken } from './new-api-key-token.ts';
export { type AccessPorts, type NewApiKey, type RegisterApiKey, registerApiKey } from './register-api-key.ts';
export { retiringUntil } from './retiring-until.ts';
export { type RevokeApiKey, revokeApiKey } from './revoke-api-key.ts';
export { type RotateApiKey, type RotatedApiKey, type Rotation, rotateApiKey } from './rotate-api-key.ts';
export { isReadable, type StoredApiKey } from './stored-api-key.ts';
