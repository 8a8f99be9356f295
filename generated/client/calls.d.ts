/**
 * What a call is told by what is asked. Some operations answer in one of two shapes, and which one follows from the request: here
 * the compiler learns that. Where it cannot tell, because a parameter may or may not be there, the answer is the union of both.
 */
import type { Client as FetchClient, FetchOptions } from 'openapi-fetch';
import type { components, operations, paths } from './api.d.ts';
type Schemas = components['schemas'];
type Get = FetchClient<paths>['GET'];
type Post = FetchClient<paths>['POST'];
type ResultOf<Data> = Promise<{
    data: Data;
    error?: never;
    response: Response;
} | {
    data?: never;
    error: Schemas['Error'];
    response: Response;
}>;
type Asking<Operation extends keyof operations, What> = FetchOptions<operations[Operation]> & What & {
    parseAs?: 'json';
};
interface GetContacts {
    (path: '/v1/contacts', init: Asking<'listContacts', {
        params: {
            query: {
                email: string;
            } | {
                phone: string;
            };
        };
    }>): ResultOf<Schemas['ContactLookup']>;
    (path: '/v1/contacts', init?: Asking<'listContacts', {
        params?: {
            query?: {
                email?: never;
                phone?: never;
            };
        };
    }>): ResultOf<Schemas['ContactPage']>;
}
interface PostEmails {
    (path: '/v1/emails', init: Asking<'createEmail', {
        body: {
            prompt: string;
        };
    }>): ResultOf<Schemas['EmailGenerationStarted']>;
    (path: '/v1/emails', init: Asking<'createEmail', {
        body: {
            prompt?: never;
        };
    }>): ResultOf<Schemas['Email']>;
}
interface PostEmailTemplates {
    (path: '/v1/email-templates', init: Asking<'createEmailTemplate', {
        body: {
            prompt: string;
        };
    }>): ResultOf<Schemas['EmailTemplateGenerationStarted']>;
    (path: '/v1/email-templates', init: Asking<'createEmailTemplate', {
        body: {
            prompt?: never;
        };
    }>): ResultOf<Schemas['EmailTemplate']>;
}
interface PostImports {
    (path: '/v1/contacts/imports', init: Asking<'startContactImport', {
        body: {
            source: 'upload';
        };
    }>): ResultOf<Schemas['ContactImportUploadSession']>;
    (path: '/v1/contacts/imports', init: Asking<'startContactImport', {
        body: {
            source: 'rows';
        };
    }>): ResultOf<Schemas['ContactImportRowsSession']>;
}
interface PostFields {
    (path: '/v1/contact-fields', init: Asking<'createContactFields', {
        body: {
            items: object[];
        };
    }>): ResultOf<Schemas['CreatedContactFieldBatch']>;
    (path: '/v1/contact-fields', init: Asking<'createContactFields', {
        body: {
            items?: never;
        };
    }>): ResultOf<Schemas['ContactField']>;
}
/** `GET`, `POST`, `PUT`, `PATCH` and `DELETE` for every path of the document; each answers `{ data, error, response }`. */
export interface Client extends Omit<FetchClient<paths>, 'GET' | 'POST'> {
    GET: GetContacts & Get;
    POST: PostEmails & PostEmailTemplates & PostImports & PostFields & Post;
}
export {};
