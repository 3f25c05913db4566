import type { ApiKeyId } from '@animal-store/access';
import type { AnimalStore, Pet } from '@animal-store/domain';
import type { Admitted } from '../admission/admitted.ts';
import type { Gate } from '../admission/gate.ts';
import type { ReadJsonBody } from '../body/read-json-body.ts';
import type { JsonText } from '../message/json-response.ts';
import type { ApiRequest, WellFormedRequest } from '../message/request.ts';
import type { ApiResponse } from '../message/response.ts';
import type { WritePets } from './pets-json.ts';

/** An operation that needs no API key. It returns a promise only if it has to wait. */
export type OpenOperation = (request: ApiRequest) => ApiResponse | Promise<ApiResponse>;

/** An operation that runs only for a request with a valid API key and a slot, and within the rate limit. */
export type ProtectedOperation = (request: WellFormedRequest, admitted: Admitted) => ApiResponse | Promise<ApiResponse>;

/** What the operations of the interface are made of. */
export interface OperationParts {
  readonly store: AnimalStore;
  readonly base: string;
  readonly gate: Gate<ApiKeyId>;
  readonly readJsonBody: ReadJsonBody;
  readonly textOf: (pet: Pet) => JsonText;
  readonly writePets: WritePets;
  readonly isGetPetRemoved: () => boolean;
}

/** The operation of a use case: its requests, and how it is made. */
export interface ApiOperation<Name extends keyof AnimalStore = keyof AnimalStore> {
  readonly operationId: Name;
  readonly method: 'get' | 'post';
  /** The path below the base, such as `/pets/{petId}`. */
  readonly path: string;
  /** Called once for an API. */
  readonly create: (parts: OperationParts) => ProtectedOperation;
}
