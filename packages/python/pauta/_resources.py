# Written by `npm run sdk:types` from the API’s document; not by hand.
from __future__ import annotations

from typing import List, cast

from . import types as t
from ._pages import AsyncListing, Listing
from ._transport import (
    AsyncResource,
    AsyncTransport,
    CallOptions,
    Download,
    Resource,
    SyncTransport,
    path,
)

class Contacts(Resource):
    def list(
        self,
        query: t.ListContactsQuery | None = None,
        options: CallOptions | None = None,
    ) -> Listing[t.Contact]:
        """List contacts."""
        return Listing(self._transport, "/msgapp/contacts", query, options)

    def create(
        self,
        body: t.ContactCreate,
        options: CallOptions | None = None,
    ) -> t.Contact:
        """Create a contact."""
        return cast(
            t.Contact,
            self._call("POST", "/msgapp/contacts", body, options),
        )

    def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Contact:
        """Get a contact."""
        return cast(
            t.Contact,
            self._call("GET", path("/msgapp/contacts/{id}", id), None, options),
        )

    def update(
        self,
        id: str,
        body: t.ContactUpdate,
        options: CallOptions | None = None,
    ) -> t.Contact:
        """Update a contact."""
        return cast(
            t.Contact,
            self._call("PUT", path("/msgapp/contacts/{id}", id), body, options),
        )

    def delete(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Deleted:
        """Delete a contact."""
        return cast(
            t.Deleted,
            self._call("DELETE", path("/msgapp/contacts/{id}", id), None, options),
        )


class Projects(Resource):
    def list(
        self,
        query: t.ListProjectsQuery | None = None,
        options: CallOptions | None = None,
    ) -> Listing[t.Project]:
        """List projects."""
        return Listing(self._transport, "/projects", query, options)

    def create(
        self,
        body: t.ProjectCreate,
        options: CallOptions | None = None,
    ) -> t.Project:
        """Create a project."""
        return cast(
            t.Project,
            self._call("POST", "/projects", body, options),
        )

    def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Project:
        """Get a project."""
        return cast(
            t.Project,
            self._call("GET", path("/projects/{id}", id), None, options),
        )

    def update(
        self,
        id: str,
        body: t.ProjectUpdate,
        options: CallOptions | None = None,
    ) -> t.Project:
        """Update a project."""
        return cast(
            t.Project,
            self._call("PUT", path("/projects/{id}", id), body, options),
        )

    def delete(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.ProjectDeleted:
        """Delete a project."""
        return cast(
            t.ProjectDeleted,
            self._call("DELETE", path("/projects/{id}", id), None, options),
        )


class Clients(Resource):
    def list(
        self,
        query: t.ListClientsQuery | None = None,
        options: CallOptions | None = None,
    ) -> Listing[t.Client]:
        """List clients."""
        return Listing(self._transport, "/clients", query, options)

    def create(
        self,
        body: t.ClientCreate,
        options: CallOptions | None = None,
    ) -> t.Client:
        """Create a client."""
        return cast(
            t.Client,
            self._call("POST", "/clients", body, options),
        )

    def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Client:
        """Get a client."""
        return cast(
            t.Client,
            self._call("GET", path("/clients/{id}", id), None, options),
        )

    def update(
        self,
        id: str,
        body: t.ClientUpdate,
        options: CallOptions | None = None,
    ) -> t.Client:
        """Update a client."""
        return cast(
            t.Client,
            self._call("PUT", path("/clients/{id}", id), body, options),
        )

    def delete(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.ClientDeleted:
        """Delete a client."""
        return cast(
            t.ClientDeleted,
            self._call("DELETE", path("/clients/{id}", id), None, options),
        )


class Tasks(Resource):
    def list(
        self,
        query: t.ListTasksQuery | None = None,
        options: CallOptions | None = None,
    ) -> Listing[t.Task]:
        """List tasks."""
        return Listing(self._transport, "/tasks", query, options)

    def create(
        self,
        body: t.TaskCreate,
        options: CallOptions | None = None,
    ) -> t.Task:
        """Create a task."""
        return cast(
            t.Task,
            self._call("POST", "/tasks", body, options),
        )

    def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Task:
        """Get a task."""
        return cast(
            t.Task,
            self._call("GET", path("/tasks/{id}", id), None, options),
        )

    def update(
        self,
        id: str,
        body: t.TaskUpdate,
        options: CallOptions | None = None,
    ) -> t.Task:
        """Update a task."""
        return cast(
            t.Task,
            self._call("PUT", path("/tasks/{id}", id), body, options),
        )

    def delete(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.TaskDeleted:
        """Delete a task."""
        return cast(
            t.TaskDeleted,
            self._call("DELETE", path("/tasks/{id}", id), None, options),
        )


class Deals(Resource):
    def list(
        self,
        query: t.ListDealsQuery | None = None,
        options: CallOptions | None = None,
    ) -> Listing[t.Deal]:
        """List deals."""
        return Listing(self._transport, "/deals", query, options)

    def create(
        self,
        body: t.DealCreate,
        options: CallOptions | None = None,
    ) -> t.Deal:
        """Create a deal."""
        return cast(
            t.Deal,
            self._call("POST", "/deals", body, options),
        )

    def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Deal:
        """Get a deal."""
        return cast(
            t.Deal,
            self._call("GET", path("/deals/{id}", id), None, options),
        )

    def update(
        self,
        id: str,
        body: t.DealUpdate,
        options: CallOptions | None = None,
    ) -> t.Deal:
        """Update a deal."""
        return cast(
            t.Deal,
            self._call("PUT", path("/deals/{id}", id), body, options),
        )

    def delete(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.DealDeleted:
        """Delete a deal."""
        return cast(
            t.DealDeleted,
            self._call("DELETE", path("/deals/{id}", id), None, options),
        )


class Campaigns(Resource):
    def list(
        self,
        query: t.ListCampaignsQuery | None = None,
        options: CallOptions | None = None,
    ) -> Listing[t.Campaign]:
        """List campaigns."""
        return Listing(self._transport, "/campaigns", query, options)

    def create(
        self,
        body: t.CampaignCreate,
        options: CallOptions | None = None,
    ) -> t.Campaign:
        """Create a campaign."""
        return cast(
            t.Campaign,
            self._call("POST", "/campaigns", body, options),
        )

    def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Campaign:
        """Get a campaign."""
        return cast(
            t.Campaign,
            self._call("GET", path("/campaigns/{id}", id), None, options),
        )

    def update(
        self,
        id: str,
        body: t.CampaignUpdate,
        options: CallOptions | None = None,
    ) -> t.Campaign:
        """Update a campaign."""
        return cast(
            t.Campaign,
            self._call("PUT", path("/campaigns/{id}", id), body, options),
        )

    def delete(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.CampaignDeleted:
        """Delete a campaign."""
        return cast(
            t.CampaignDeleted,
            self._call("DELETE", path("/campaigns/{id}", id), None, options),
        )


class Activities(Resource):
    def list(
        self,
        query: t.ListActivitiesQuery | None = None,
        options: CallOptions | None = None,
    ) -> Listing[t.Activity]:
        """List activities."""
        return Listing(self._transport, "/activities", query, options)

    def create(
        self,
        body: t.ActivityCreate,
        options: CallOptions | None = None,
    ) -> t.Activity:
        """Create an activity."""
        return cast(
            t.Activity,
            self._call("POST", "/activities", body, options),
        )

    def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Activity:
        """Get an activity."""
        return cast(
            t.Activity,
            self._call("GET", path("/activities/{id}", id), None, options),
        )

    def update(
        self,
        id: str,
        body: t.ActivityUpdate,
        options: CallOptions | None = None,
    ) -> t.Activity:
        """Update an activity."""
        return cast(
            t.Activity,
            self._call("PUT", path("/activities/{id}", id), body, options),
        )

    def delete(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.ActivityDeleted:
        """Delete an activity."""
        return cast(
            t.ActivityDeleted,
            self._call("DELETE", path("/activities/{id}", id), None, options),
        )


class Contracts(Resource):
    def list(
        self,
        query: t.ListContractsQuery | None = None,
        options: CallOptions | None = None,
    ) -> Listing[t.Contract]:
        """List contracts."""
        return Listing(self._transport, "/contracts", query, options)

    def create(
        self,
        body: t.ContractCreate,
        options: CallOptions | None = None,
    ) -> t.Contract:
        """Create a contract."""
        return cast(
            t.Contract,
            self._call("POST", "/contracts", body, options),
        )

    def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Contract:
        """Get a contract."""
        return cast(
            t.Contract,
            self._call("GET", path("/contracts/{id}", id), None, options),
        )

    def update(
        self,
        id: str,
        body: t.ContractUpdate,
        options: CallOptions | None = None,
    ) -> t.Contract:
        """Update a contract."""
        return cast(
            t.Contract,
            self._call("PUT", path("/contracts/{id}", id), body, options),
        )

    def delete(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Deleted:
        """Delete a contract."""
        return cast(
            t.Deleted,
            self._call("DELETE", path("/contracts/{id}", id), None, options),
        )


class Webhooks(Resource):
    def list(
        self,
        query: t.ListWebhooksQuery | None = None,
        options: CallOptions | None = None,
    ) -> Listing[t.WebhookEndpoint]:
        """List webhooks."""
        return Listing(self._transport, "/webhooks", query, options)

    def create(
        self,
        body: t.WebhookEndpointCreate,
        options: CallOptions | None = None,
    ) -> t.WebhookEndpointCreated:
        """Create a webhook endpoint."""
        return cast(
            t.WebhookEndpointCreated,
            self._call("POST", "/webhooks", body, options),
        )

    def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.WebhookEndpoint:
        """Get a webhook endpoint."""
        return cast(
            t.WebhookEndpoint,
            self._call("GET", path("/webhooks/{id}", id), None, options),
        )

    def update(
        self,
        id: str,
        body: t.WebhookEndpointUpdate,
        options: CallOptions | None = None,
    ) -> t.WebhookEndpoint:
        """Update a webhook endpoint."""
        return cast(
            t.WebhookEndpoint,
            self._call("PUT", path("/webhooks/{id}", id), body, options),
        )

    def delete(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Deleted:
        """Delete a webhook endpoint."""
        return cast(
            t.Deleted,
            self._call("DELETE", path("/webhooks/{id}", id), None, options),
        )

    def deliveries(
        self,
        id: str,
        query: t.ListDeliveriesQuery | None = None,
        options: CallOptions | None = None,
    ) -> Listing[t.Delivery]:
        """List the deliveries of a webhook endpoint."""
        return Listing(self._transport, path("/webhooks/{id}/deliveries", id), query, options)

    def delivery(
        self,
        id: str,
        delivery: str,
        options: CallOptions | None = None,
    ) -> t.DeliveryShown:
        """Get a delivery."""
        return cast(
            t.DeliveryShown,
            self._call("GET", path("/webhooks/{id}/deliveries/{delivery}", id, delivery), None, options),
        )

    def replay_delivery(
        self,
        id: str,
        delivery: str,
        options: CallOptions | None = None,
    ) -> t.Delivery:
        """Replay a delivery."""
        return cast(
            t.Delivery,
            self._call("POST", path("/webhooks/{id}/deliveries/{delivery}/replay", id, delivery), None, options),
        )

    def replay(
        self,
        id: str,
        body: t.Replay | None = None,
        options: CallOptions | None = None,
    ) -> t.ReplayResult:
        """Replay many deliveries of a webhook endpoint."""
        return cast(
            t.ReplayResult,
            self._call("POST", path("/webhooks/{id}/replay", id), body, options),
        )

    def test(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Delivery:
        """Test a webhook endpoint."""
        return cast(
            t.Delivery,
            self._call("POST", path("/webhooks/{id}/test", id), None, options),
        )

    def rotate_secret(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.WebhookEndpointCreated:
        """Rotate the secret of a webhook endpoint."""
        return cast(
            t.WebhookEndpointCreated,
            self._call("POST", path("/webhooks/{id}/rotate-secret", id), None, options),
        )

    def receptions(
        self,
        id: str,
        query: t.ListReceptionsQuery | None = None,
        options: CallOptions | None = None,
    ) -> Listing[t.Reception]:
        """List the requests received by a webhook endpoint."""
        return Listing(self._transport, path("/webhooks/{id}/receptions", id), query, options)


class TimeEntries(Resource):
    def list(
        self,
        query: t.ListTimeEntriesQuery | None = None,
        options: CallOptions | None = None,
    ) -> Listing[t.TimeEntry]:
        """List time entries."""
        return Listing(self._transport, "/time-entries", query, options)

    def create(
        self,
        body: t.TimeEntryCreate,
        options: CallOptions | None = None,
    ) -> t.TimeEntry:
        """Create a time entry."""
        return cast(
            t.TimeEntry,
            self._call("POST", "/time-entries", body, options),
        )

    def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.TimeEntry:
        """Get a time entry."""
        return cast(
            t.TimeEntry,
            self._call("GET", path("/time-entries/{id}", id), None, options),
        )

    def update(
        self,
        id: str,
        body: t.TimeEntryUpdate,
        options: CallOptions | None = None,
    ) -> t.TimeEntry:
        """Update a time entry."""
        return cast(
            t.TimeEntry,
            self._call("PUT", path("/time-entries/{id}", id), body, options),
        )

    def delete(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Deleted:
        """Delete a time entry."""
        return cast(
            t.Deleted,
            self._call("DELETE", path("/time-entries/{id}", id), None, options),
        )

    def stop(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.TimeEntry:
        """Stop a timer."""
        return cast(
            t.TimeEntry,
            self._call("POST", path("/time-entries/{id}/stop", id), None, options),
        )


class BillingLines(Resource):
    def update(
        self,
        id: str,
        body: t.BillingLineUpdate,
        options: CallOptions | None = None,
    ) -> t.BillingLine:
        """Update a billing line."""
        return cast(
            t.BillingLine,
            self._call("PUT", path("/billing-lines/{id}", id), body, options),
        )

    def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.BillingLine:
        """Get a billing line."""
        return cast(
            t.BillingLine,
            self._call("GET", path("/billing-lines/{id}", id), None, options),
        )

    def recalculate(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.BillingLine:
        """Recalculate a billing line."""
        return cast(
            t.BillingLine,
            self._call("POST", path("/billing-lines/{id}/recalculate", id), None, options),
        )

    def list(
        self,
        query: t.ListBillingLinesQuery | None = None,
        options: CallOptions | None = None,
    ) -> Listing[t.BillingLine]:
        """List billing lines."""
        return Listing(self._transport, "/billing-lines", query, options)


class Reports(Resource):
    def get(
        self,
        query: t.GetReportQuery | None = None,
        options: CallOptions | None = None,
    ) -> t.Report:
        """Get a report."""
        return cast(
            t.Report,
            self._call("GET", "/reports", None, options, query),
        )

    def records(
        self,
        query: t.ListReportRecordsQuery | None = None,
        options: CallOptions | None = None,
    ) -> t.ReportRecords:
        """List the records of a number of a report."""
        return cast(
            t.ReportRecords,
            self._call("GET", "/reports/records", None, options, query),
        )


class Messages(Resource):
    def send(
        self,
        body: t.MessageCreate,
        options: CallOptions | None = None,
    ) -> t.Message:
        """Send a text, or a file with a caption."""
        return cast(
            t.Message,
            self._call("POST", "/msgapp/messages", body, options),
        )

    def send_file(
        self,
        body: t.MessageForm,
        options: CallOptions | None = None,
    ) -> t.Message:
        """Send a file of this computer, with a caption."""
        return cast(
            t.Message,
            self._call("POST", "/msgapp/messages", body, options),
        )

    def send_template(
        self,
        body: t.TemplateSend,
        options: CallOptions | None = None,
    ) -> t.Message:
        """Send a template."""
        return cast(
            t.Message,
            self._call("POST", "/msgapp/messages/template", body, options),
        )


class Conversations(Resource):
    def messages(
        self,
        id: str,
        query: t.ListMessagesQuery | None = None,
        options: CallOptions | None = None,
    ) -> Listing[t.Message]:
        """List the messages of a conversation."""
        return Listing(self._transport, path("/msgapp/conversations/{id}/messages", id), query, options)

    def label(
        self,
        id: str,
        body: t.UpdateConversationLabelsInput | None = None,
        options: CallOptions | None = None,
    ) -> t.Conversation:
        """Add and remove labels of a conversation."""
        return cast(
            t.Conversation,
            self._call("POST", path("/msgapp/conversations/{id}/labels", id), body, options),
        )

    def list(
        self,
        query: t.ListConversationsQuery | None = None,
        options: CallOptions | None = None,
    ) -> Listing[t.Conversation]:
        """List conversations."""
        return Listing(self._transport, "/msgapp/conversations", query, options)

    def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Conversation:
        """Get a conversation."""
        return cast(
            t.Conversation,
            self._call("GET", path("/msgapp/conversations/{id}", id), None, options),
        )


class Inboxes(Resource):
    def templates(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Templates:
        """List the templates of an inbox."""
        return cast(
            t.Templates,
            self._call("GET", path("/inboxes/{id}/templates", id), None, options),
        )

    def list(
        self,
        query: t.ListInboxesQuery | None = None,
        options: CallOptions | None = None,
    ) -> Listing[t.Inbox]:
        """List inboxes."""
        return Listing(self._transport, "/inboxes", query, options)

    def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Inbox:
        """Get an inbox."""
        return cast(
            t.Inbox,
            self._call("GET", path("/inboxes/{id}", id), None, options),
        )


class Groups(Resource):
    def list(
        self,
        query: t.ListGroupsQuery | None = None,
        options: CallOptions | None = None,
    ) -> Listing[t.Conversation]:
        """List conversations of groups."""
        return Listing(self._transport, "/msgapp/groups", query, options)


class Labels(Resource):
    def list(
        self,
        options: CallOptions | None = None,
    ) -> List[t.Label]:
        """List the labels of conversations."""
        return cast(
            List[t.Label],
            self._call("GET", "/msgapp/labels", None, options),
        )


class Comments(Resource):
    def list(
        self,
        query: t.ListCommentsQuery | None = None,
        options: CallOptions | None = None,
    ) -> Listing[t.Comment]:
        """List comments, or those of a record with record_type and record_id."""
        return Listing(self._transport, "/comments", query, options)

    def create(
        self,
        body: t.CreateCommentInput,
        options: CallOptions | None = None,
    ) -> t.Comment:
        """Comment on a record."""
        return cast(
            t.Comment,
            self._call("POST", "/comments", body, options),
        )


class ProjectTemplates(Resource):
    def create_project(
        self,
        id: str,
        body: t.CreateProjectFromTemplateInput,
        options: CallOptions | None = None,
    ) -> t.Project:
        """Create a project from a template."""
        return cast(
            t.Project,
            self._call("POST", path("/project-templates/{id}/projects", id), body, options),
        )

    def list(
        self,
        query: t.ListProjectTemplatesQuery | None = None,
        options: CallOptions | None = None,
    ) -> Listing[t.ProjectTemplate]:
        """List project templates."""
        return Listing(self._transport, "/project-templates", query, options)

    def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.ProjectTemplate:
        """Get a project template."""
        return cast(
            t.ProjectTemplate,
            self._call("GET", path("/project-templates/{id}", id), None, options),
        )


class Approvals(Resource):
    def list(
        self,
        query: t.ListApprovalsQuery | None = None,
        options: CallOptions | None = None,
    ) -> Listing[t.Approval]:
        """List approval requests."""
        return Listing(self._transport, "/approvals", query, options)

    def create(
        self,
        body: t.CreateApprovalInput,
        options: CallOptions | None = None,
    ) -> t.ApprovalCreated:
        """Request approval."""
        return cast(
            t.ApprovalCreated,
            self._call("POST", "/approvals", body, options),
        )

    def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Approval:
        """Get an approval."""
        return cast(
            t.Approval,
            self._call("GET", path("/approvals/{id}", id), None, options),
        )


class Squads(Resource):
    def list(
        self,
        query: t.ListSquadsQuery | None = None,
        options: CallOptions | None = None,
    ) -> Listing[t.Squad]:
        """List squads."""
        return Listing(self._transport, "/squads", query, options)

    def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Squad:
        """Get a squad."""
        return cast(
            t.Squad,
            self._call("GET", path("/squads/{id}", id), None, options),
        )


class Pipelines(Resource):
    def list(
        self,
        query: t.ListPipelinesQuery | None = None,
        options: CallOptions | None = None,
    ) -> Listing[t.Pipeline]:
        """List pipelines."""
        return Listing(self._transport, "/pipelines", query, options)

    def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Pipeline:
        """Get a pipeline."""
        return cast(
            t.Pipeline,
            self._call("GET", path("/pipelines/{id}", id), None, options),
        )


class Users(Resource):
    def list(
        self,
        query: t.ListUsersQuery | None = None,
        options: CallOptions | None = None,
    ) -> Listing[t.User]:
        """List users."""
        return Listing(self._transport, "/users", query, options)

    def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.User:
        """Get a user."""
        return cast(
            t.User,
            self._call("GET", path("/users/{id}", id), None, options),
        )


class Events(Resource):
    def list(
        self,
        query: t.ListEventsQuery | None = None,
        options: CallOptions | None = None,
    ) -> Listing[t.Event]:
        """List events."""
        return Listing(self._transport, "/events", query, options)

    def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Event:
        """Get an event."""
        return cast(
            t.Event,
            self._call("GET", path("/events/{id}", id), None, options),
        )


class Files(Resource):
    def download(
        self,
        id: str,
        query: t.DownloadFileQuery | None = None,
        options: CallOptions | None = None,
    ) -> Download:
        """Download a file."""
        return self._download(path("/files/{id}", id), query, options)


class Resources(Resource):
    """What a team has."""

    def __init__(self, transport: SyncTransport) -> None:
        super().__init__(transport)
        self.contacts = Contacts(transport)
        self.projects = Projects(transport)
        self.clients = Clients(transport)
        self.tasks = Tasks(transport)
        self.deals = Deals(transport)
        self.campaigns = Campaigns(transport)
        self.activities = Activities(transport)
        self.contracts = Contracts(transport)
        self.webhooks = Webhooks(transport)
        self.time_entries = TimeEntries(transport)
        self.billing_lines = BillingLines(transport)
        self.reports = Reports(transport)
        self.messages = Messages(transport)
        self.conversations = Conversations(transport)
        self.inboxes = Inboxes(transport)
        self.groups = Groups(transport)
        self.labels = Labels(transport)
        self.comments = Comments(transport)
        self.project_templates = ProjectTemplates(transport)
        self.approvals = Approvals(transport)
        self.squads = Squads(transport)
        self.pipelines = Pipelines(transport)
        self.users = Users(transport)
        self.events = Events(transport)
        self.files = Files(transport)

    def me(
        self,
        options: CallOptions | None = None,
    ) -> t.Me:
        """Get the key and its team."""
        return cast(
            t.Me,
            self._call("GET", "/me", None, options),
        )

    def phases(
        self,
        options: CallOptions | None = None,
    ) -> t.DealPhases:
        """List the deal phases."""
        return cast(
            t.DealPhases,
            self._call("GET", "/phases", None, options),
        )

    def tags(
        self,
        options: CallOptions | None = None,
    ) -> t.TagsInUse:
        """List the tags in use."""
        return cast(
            t.TagsInUse,
            self._call("GET", "/tags", None, options),
        )


class AsyncContacts(AsyncResource):
    def list(
        self,
        query: t.ListContactsQuery | None = None,
        options: CallOptions | None = None,
    ) -> AsyncListing[t.Contact]:
        """List contacts."""
        return AsyncListing(self._transport, "/msgapp/contacts", query, options)

    async def create(
        self,
        body: t.ContactCreate,
        options: CallOptions | None = None,
    ) -> t.Contact:
        """Create a contact."""
        return cast(
            t.Contact,
            await self._call("POST", "/msgapp/contacts", body, options),
        )

    async def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Contact:
        """Get a contact."""
        return cast(
            t.Contact,
            await self._call("GET", path("/msgapp/contacts/{id}", id), None, options),
        )

    async def update(
        self,
        id: str,
        body: t.ContactUpdate,
        options: CallOptions | None = None,
    ) -> t.Contact:
        """Update a contact."""
        return cast(
            t.Contact,
            await self._call("PUT", path("/msgapp/contacts/{id}", id), body, options),
        )

    async def delete(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Deleted:
        """Delete a contact."""
        return cast(
            t.Deleted,
            await self._call("DELETE", path("/msgapp/contacts/{id}", id), None, options),
        )


class AsyncProjects(AsyncResource):
    def list(
        self,
        query: t.ListProjectsQuery | None = None,
        options: CallOptions | None = None,
    ) -> AsyncListing[t.Project]:
        """List projects."""
        return AsyncListing(self._transport, "/projects", query, options)

    async def create(
        self,
        body: t.ProjectCreate,
        options: CallOptions | None = None,
    ) -> t.Project:
        """Create a project."""
        return cast(
            t.Project,
            await self._call("POST", "/projects", body, options),
        )

    async def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Project:
        """Get a project."""
        return cast(
            t.Project,
            await self._call("GET", path("/projects/{id}", id), None, options),
        )

    async def update(
        self,
        id: str,
        body: t.ProjectUpdate,
        options: CallOptions | None = None,
    ) -> t.Project:
        """Update a project."""
        return cast(
            t.Project,
            await self._call("PUT", path("/projects/{id}", id), body, options),
        )

    async def delete(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.ProjectDeleted:
        """Delete a project."""
        return cast(
            t.ProjectDeleted,
            await self._call("DELETE", path("/projects/{id}", id), None, options),
        )


class AsyncClients(AsyncResource):
    def list(
        self,
        query: t.ListClientsQuery | None = None,
        options: CallOptions | None = None,
    ) -> AsyncListing[t.Client]:
        """List clients."""
        return AsyncListing(self._transport, "/clients", query, options)

    async def create(
        self,
        body: t.ClientCreate,
        options: CallOptions | None = None,
    ) -> t.Client:
        """Create a client."""
        return cast(
            t.Client,
            await self._call("POST", "/clients", body, options),
        )

    async def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Client:
        """Get a client."""
        return cast(
            t.Client,
            await self._call("GET", path("/clients/{id}", id), None, options),
        )

    async def update(
        self,
        id: str,
        body: t.ClientUpdate,
        options: CallOptions | None = None,
    ) -> t.Client:
        """Update a client."""
        return cast(
            t.Client,
            await self._call("PUT", path("/clients/{id}", id), body, options),
        )

    async def delete(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.ClientDeleted:
        """Delete a client."""
        return cast(
            t.ClientDeleted,
            await self._call("DELETE", path("/clients/{id}", id), None, options),
        )


class AsyncTasks(AsyncResource):
    def list(
        self,
        query: t.ListTasksQuery | None = None,
        options: CallOptions | None = None,
    ) -> AsyncListing[t.Task]:
        """List tasks."""
        return AsyncListing(self._transport, "/tasks", query, options)

    async def create(
        self,
        body: t.TaskCreate,
        options: CallOptions | None = None,
    ) -> t.Task:
        """Create a task."""
        return cast(
            t.Task,
            await self._call("POST", "/tasks", body, options),
        )

    async def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Task:
        """Get a task."""
        return cast(
            t.Task,
            await self._call("GET", path("/tasks/{id}", id), None, options),
        )

    async def update(
        self,
        id: str,
        body: t.TaskUpdate,
        options: CallOptions | None = None,
    ) -> t.Task:
        """Update a task."""
        return cast(
            t.Task,
            await self._call("PUT", path("/tasks/{id}", id), body, options),
        )

    async def delete(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.TaskDeleted:
        """Delete a task."""
        return cast(
            t.TaskDeleted,
            await self._call("DELETE", path("/tasks/{id}", id), None, options),
        )


class AsyncDeals(AsyncResource):
    def list(
        self,
        query: t.ListDealsQuery | None = None,
        options: CallOptions | None = None,
    ) -> AsyncListing[t.Deal]:
        """List deals."""
        return AsyncListing(self._transport, "/deals", query, options)

    async def create(
        self,
        body: t.DealCreate,
        options: CallOptions | None = None,
    ) -> t.Deal:
        """Create a deal."""
        return cast(
            t.Deal,
            await self._call("POST", "/deals", body, options),
        )

    async def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Deal:
        """Get a deal."""
        return cast(
            t.Deal,
            await self._call("GET", path("/deals/{id}", id), None, options),
        )

    async def update(
        self,
        id: str,
        body: t.DealUpdate,
        options: CallOptions | None = None,
    ) -> t.Deal:
        """Update a deal."""
        return cast(
            t.Deal,
            await self._call("PUT", path("/deals/{id}", id), body, options),
        )

    async def delete(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.DealDeleted:
        """Delete a deal."""
        return cast(
            t.DealDeleted,
            await self._call("DELETE", path("/deals/{id}", id), None, options),
        )


class AsyncCampaigns(AsyncResource):
    def list(
        self,
        query: t.ListCampaignsQuery | None = None,
        options: CallOptions | None = None,
    ) -> AsyncListing[t.Campaign]:
        """List campaigns."""
        return AsyncListing(self._transport, "/campaigns", query, options)

    async def create(
        self,
        body: t.CampaignCreate,
        options: CallOptions | None = None,
    ) -> t.Campaign:
        """Create a campaign."""
        return cast(
            t.Campaign,
            await self._call("POST", "/campaigns", body, options),
        )

    async def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Campaign:
        """Get a campaign."""
        return cast(
            t.Campaign,
            await self._call("GET", path("/campaigns/{id}", id), None, options),
        )

    async def update(
        self,
        id: str,
        body: t.CampaignUpdate,
        options: CallOptions | None = None,
    ) -> t.Campaign:
        """Update a campaign."""
        return cast(
            t.Campaign,
            await self._call("PUT", path("/campaigns/{id}", id), body, options),
        )

    async def delete(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.CampaignDeleted:
        """Delete a campaign."""
        return cast(
            t.CampaignDeleted,
            await self._call("DELETE", path("/campaigns/{id}", id), None, options),
        )


class AsyncActivities(AsyncResource):
    def list(
        self,
        query: t.ListActivitiesQuery | None = None,
        options: CallOptions | None = None,
    ) -> AsyncListing[t.Activity]:
        """List activities."""
        return AsyncListing(self._transport, "/activities", query, options)

    async def create(
        self,
        body: t.ActivityCreate,
        options: CallOptions | None = None,
    ) -> t.Activity:
        """Create an activity."""
        return cast(
            t.Activity,
            await self._call("POST", "/activities", body, options),
        )

    async def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Activity:
        """Get an activity."""
        return cast(
            t.Activity,
            await self._call("GET", path("/activities/{id}", id), None, options),
        )

    async def update(
        self,
        id: str,
        body: t.ActivityUpdate,
        options: CallOptions | None = None,
    ) -> t.Activity:
        """Update an activity."""
        return cast(
            t.Activity,
            await self._call("PUT", path("/activities/{id}", id), body, options),
        )

    async def delete(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.ActivityDeleted:
        """Delete an activity."""
        return cast(
            t.ActivityDeleted,
            await self._call("DELETE", path("/activities/{id}", id), None, options),
        )


class AsyncContracts(AsyncResource):
    def list(
        self,
        query: t.ListContractsQuery | None = None,
        options: CallOptions | None = None,
    ) -> AsyncListing[t.Contract]:
        """List contracts."""
        return AsyncListing(self._transport, "/contracts", query, options)

    async def create(
        self,
        body: t.ContractCreate,
        options: CallOptions | None = None,
    ) -> t.Contract:
        """Create a contract."""
        return cast(
            t.Contract,
            await self._call("POST", "/contracts", body, options),
        )

    async def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Contract:
        """Get a contract."""
        return cast(
            t.Contract,
            await self._call("GET", path("/contracts/{id}", id), None, options),
        )

    async def update(
        self,
        id: str,
        body: t.ContractUpdate,
        options: CallOptions | None = None,
    ) -> t.Contract:
        """Update a contract."""
        return cast(
            t.Contract,
            await self._call("PUT", path("/contracts/{id}", id), body, options),
        )

    async def delete(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Deleted:
        """Delete a contract."""
        return cast(
            t.Deleted,
            await self._call("DELETE", path("/contracts/{id}", id), None, options),
        )


class AsyncWebhooks(AsyncResource):
    def list(
        self,
        query: t.ListWebhooksQuery | None = None,
        options: CallOptions | None = None,
    ) -> AsyncListing[t.WebhookEndpoint]:
        """List webhooks."""
        return AsyncListing(self._transport, "/webhooks", query, options)

    async def create(
        self,
        body: t.WebhookEndpointCreate,
        options: CallOptions | None = None,
    ) -> t.WebhookEndpointCreated:
        """Create a webhook endpoint."""
        return cast(
            t.WebhookEndpointCreated,
            await self._call("POST", "/webhooks", body, options),
        )

    async def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.WebhookEndpoint:
        """Get a webhook endpoint."""
        return cast(
            t.WebhookEndpoint,
            await self._call("GET", path("/webhooks/{id}", id), None, options),
        )

    async def update(
        self,
        id: str,
        body: t.WebhookEndpointUpdate,
        options: CallOptions | None = None,
    ) -> t.WebhookEndpoint:
        """Update a webhook endpoint."""
        return cast(
            t.WebhookEndpoint,
            await self._call("PUT", path("/webhooks/{id}", id), body, options),
        )

    async def delete(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Deleted:
        """Delete a webhook endpoint."""
        return cast(
            t.Deleted,
            await self._call("DELETE", path("/webhooks/{id}", id), None, options),
        )

    def deliveries(
        self,
        id: str,
        query: t.ListDeliveriesQuery | None = None,
        options: CallOptions | None = None,
    ) -> AsyncListing[t.Delivery]:
        """List the deliveries of a webhook endpoint."""
        return AsyncListing(self._transport, path("/webhooks/{id}/deliveries", id), query, options)

    async def delivery(
        self,
        id: str,
        delivery: str,
        options: CallOptions | None = None,
    ) -> t.DeliveryShown:
        """Get a delivery."""
        return cast(
            t.DeliveryShown,
            await self._call("GET", path("/webhooks/{id}/deliveries/{delivery}", id, delivery), None, options),
        )

    async def replay_delivery(
        self,
        id: str,
        delivery: str,
        options: CallOptions | None = None,
    ) -> t.Delivery:
        """Replay a delivery."""
        return cast(
            t.Delivery,
            await self._call("POST", path("/webhooks/{id}/deliveries/{delivery}/replay", id, delivery), None, options),
        )

    async def replay(
        self,
        id: str,
        body: t.Replay | None = None,
        options: CallOptions | None = None,
    ) -> t.ReplayResult:
        """Replay many deliveries of a webhook endpoint."""
        return cast(
            t.ReplayResult,
            await self._call("POST", path("/webhooks/{id}/replay", id), body, options),
        )

    async def test(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Delivery:
        """Test a webhook endpoint."""
        return cast(
            t.Delivery,
            await self._call("POST", path("/webhooks/{id}/test", id), None, options),
        )

    async def rotate_secret(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.WebhookEndpointCreated:
        """Rotate the secret of a webhook endpoint."""
        return cast(
            t.WebhookEndpointCreated,
            await self._call("POST", path("/webhooks/{id}/rotate-secret", id), None, options),
        )

    def receptions(
        self,
        id: str,
        query: t.ListReceptionsQuery | None = None,
        options: CallOptions | None = None,
    ) -> AsyncListing[t.Reception]:
        """List the requests received by a webhook endpoint."""
        return AsyncListing(self._transport, path("/webhooks/{id}/receptions", id), query, options)


class AsyncTimeEntries(AsyncResource):
    def list(
        self,
        query: t.ListTimeEntriesQuery | None = None,
        options: CallOptions | None = None,
    ) -> AsyncListing[t.TimeEntry]:
        """List time entries."""
        return AsyncListing(self._transport, "/time-entries", query, options)

    async def create(
        self,
        body: t.TimeEntryCreate,
        options: CallOptions | None = None,
    ) -> t.TimeEntry:
        """Create a time entry."""
        return cast(
            t.TimeEntry,
            await self._call("POST", "/time-entries", body, options),
        )

    async def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.TimeEntry:
        """Get a time entry."""
        return cast(
            t.TimeEntry,
            await self._call("GET", path("/time-entries/{id}", id), None, options),
        )

    async def update(
        self,
        id: str,
        body: t.TimeEntryUpdate,
        options: CallOptions | None = None,
    ) -> t.TimeEntry:
        """Update a time entry."""
        return cast(
            t.TimeEntry,
            await self._call("PUT", path("/time-entries/{id}", id), body, options),
        )

    async def delete(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Deleted:
        """Delete a time entry."""
        return cast(
            t.Deleted,
            await self._call("DELETE", path("/time-entries/{id}", id), None, options),
        )

    async def stop(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.TimeEntry:
        """Stop a timer."""
        return cast(
            t.TimeEntry,
            await self._call("POST", path("/time-entries/{id}/stop", id), None, options),
        )


class AsyncBillingLines(AsyncResource):
    async def update(
        self,
        id: str,
        body: t.BillingLineUpdate,
        options: CallOptions | None = None,
    ) -> t.BillingLine:
        """Update a billing line."""
        return cast(
            t.BillingLine,
            await self._call("PUT", path("/billing-lines/{id}", id), body, options),
        )

    async def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.BillingLine:
        """Get a billing line."""
        return cast(
            t.BillingLine,
            await self._call("GET", path("/billing-lines/{id}", id), None, options),
        )

    async def recalculate(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.BillingLine:
        """Recalculate a billing line."""
        return cast(
            t.BillingLine,
            await self._call("POST", path("/billing-lines/{id}/recalculate", id), None, options),
        )

    def list(
        self,
        query: t.ListBillingLinesQuery | None = None,
        options: CallOptions | None = None,
    ) -> AsyncListing[t.BillingLine]:
        """List billing lines."""
        return AsyncListing(self._transport, "/billing-lines", query, options)


class AsyncReports(AsyncResource):
    async def get(
        self,
        query: t.GetReportQuery | None = None,
        options: CallOptions | None = None,
    ) -> t.Report:
        """Get a report."""
        return cast(
            t.Report,
            await self._call("GET", "/reports", None, options, query),
        )

    async def records(
        self,
        query: t.ListReportRecordsQuery | None = None,
        options: CallOptions | None = None,
    ) -> t.ReportRecords:
        """List the records of a number of a report."""
        return cast(
            t.ReportRecords,
            await self._call("GET", "/reports/records", None, options, query),
        )


class AsyncMessages(AsyncResource):
    async def send(
        self,
        body: t.MessageCreate,
        options: CallOptions | None = None,
    ) -> t.Message:
        """Send a text, or a file with a caption."""
        return cast(
            t.Message,
            await self._call("POST", "/msgapp/messages", body, options),
        )

    async def send_file(
        self,
        body: t.MessageForm,
        options: CallOptions | None = None,
    ) -> t.Message:
        """Send a file of this computer, with a caption."""
        return cast(
            t.Message,
            await self._call("POST", "/msgapp/messages", body, options),
        )

    async def send_template(
        self,
        body: t.TemplateSend,
        options: CallOptions | None = None,
    ) -> t.Message:
        """Send a template."""
        return cast(
            t.Message,
            await self._call("POST", "/msgapp/messages/template", body, options),
        )


class AsyncConversations(AsyncResource):
    def messages(
        self,
        id: str,
        query: t.ListMessagesQuery | None = None,
        options: CallOptions | None = None,
    ) -> AsyncListing[t.Message]:
        """List the messages of a conversation."""
        return AsyncListing(self._transport, path("/msgapp/conversations/{id}/messages", id), query, options)

    async def label(
        self,
        id: str,
        body: t.UpdateConversationLabelsInput | None = None,
        options: CallOptions | None = None,
    ) -> t.Conversation:
        """Add and remove labels of a conversation."""
        return cast(
            t.Conversation,
            await self._call("POST", path("/msgapp/conversations/{id}/labels", id), body, options),
        )

    def list(
        self,
        query: t.ListConversationsQuery | None = None,
        options: CallOptions | None = None,
    ) -> AsyncListing[t.Conversation]:
        """List conversations."""
        return AsyncListing(self._transport, "/msgapp/conversations", query, options)

    async def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Conversation:
        """Get a conversation."""
        return cast(
            t.Conversation,
            await self._call("GET", path("/msgapp/conversations/{id}", id), None, options),
        )


class AsyncInboxes(AsyncResource):
    async def templates(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Templates:
        """List the templates of an inbox."""
        return cast(
            t.Templates,
            await self._call("GET", path("/inboxes/{id}/templates", id), None, options),
        )

    def list(
        self,
        query: t.ListInboxesQuery | None = None,
        options: CallOptions | None = None,
    ) -> AsyncListing[t.Inbox]:
        """List inboxes."""
        return AsyncListing(self._transport, "/inboxes", query, options)

    async def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Inbox:
        """Get an inbox."""
        return cast(
            t.Inbox,
            await self._call("GET", path("/inboxes/{id}", id), None, options),
        )


class AsyncGroups(AsyncResource):
    def list(
        self,
        query: t.ListGroupsQuery | None = None,
        options: CallOptions | None = None,
    ) -> AsyncListing[t.Conversation]:
        """List conversations of groups."""
        return AsyncListing(self._transport, "/msgapp/groups", query, options)


class AsyncLabels(AsyncResource):
    async def list(
        self,
        options: CallOptions | None = None,
    ) -> List[t.Label]:
        """List the labels of conversations."""
        return cast(
            List[t.Label],
            await self._call("GET", "/msgapp/labels", None, options),
        )


class AsyncComments(AsyncResource):
    def list(
        self,
        query: t.ListCommentsQuery | None = None,
        options: CallOptions | None = None,
    ) -> AsyncListing[t.Comment]:
        """List comments, or those of a record with record_type and record_id."""
        return AsyncListing(self._transport, "/comments", query, options)

    async def create(
        self,
        body: t.CreateCommentInput,
        options: CallOptions | None = None,
    ) -> t.Comment:
        """Comment on a record."""
        return cast(
            t.Comment,
            await self._call("POST", "/comments", body, options),
        )


class AsyncProjectTemplates(AsyncResource):
    async def create_project(
        self,
        id: str,
        body: t.CreateProjectFromTemplateInput,
        options: CallOptions | None = None,
    ) -> t.Project:
        """Create a project from a template."""
        return cast(
            t.Project,
            await self._call("POST", path("/project-templates/{id}/projects", id), body, options),
        )

    def list(
        self,
        query: t.ListProjectTemplatesQuery | None = None,
        options: CallOptions | None = None,
    ) -> AsyncListing[t.ProjectTemplate]:
        """List project templates."""
        return AsyncListing(self._transport, "/project-templates", query, options)

    async def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.ProjectTemplate:
        """Get a project template."""
        return cast(
            t.ProjectTemplate,
            await self._call("GET", path("/project-templates/{id}", id), None, options),
        )


class AsyncApprovals(AsyncResource):
    def list(
        self,
        query: t.ListApprovalsQuery | None = None,
        options: CallOptions | None = None,
    ) -> AsyncListing[t.Approval]:
        """List approval requests."""
        return AsyncListing(self._transport, "/approvals", query, options)

    async def create(
        self,
        body: t.CreateApprovalInput,
        options: CallOptions | None = None,
    ) -> t.ApprovalCreated:
        """Request approval."""
        return cast(
            t.ApprovalCreated,
            await self._call("POST", "/approvals", body, options),
        )

    async def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Approval:
        """Get an approval."""
        return cast(
            t.Approval,
            await self._call("GET", path("/approvals/{id}", id), None, options),
        )


class AsyncSquads(AsyncResource):
    def list(
        self,
        query: t.ListSquadsQuery | None = None,
        options: CallOptions | None = None,
    ) -> AsyncListing[t.Squad]:
        """List squads."""
        return AsyncListing(self._transport, "/squads", query, options)

    async def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Squad:
        """Get a squad."""
        return cast(
            t.Squad,
            await self._call("GET", path("/squads/{id}", id), None, options),
        )


class AsyncPipelines(AsyncResource):
    def list(
        self,
        query: t.ListPipelinesQuery | None = None,
        options: CallOptions | None = None,
    ) -> AsyncListing[t.Pipeline]:
        """List pipelines."""
        return AsyncListing(self._transport, "/pipelines", query, options)

    async def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Pipeline:
        """Get a pipeline."""
        return cast(
            t.Pipeline,
            await self._call("GET", path("/pipelines/{id}", id), None, options),
        )


class AsyncUsers(AsyncResource):
    def list(
        self,
        query: t.ListUsersQuery | None = None,
        options: CallOptions | None = None,
    ) -> AsyncListing[t.User]:
        """List users."""
        return AsyncListing(self._transport, "/users", query, options)

    async def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.User:
        """Get a user."""
        return cast(
            t.User,
            await self._call("GET", path("/users/{id}", id), None, options),
        )


class AsyncEvents(AsyncResource):
    def list(
        self,
        query: t.ListEventsQuery | None = None,
        options: CallOptions | None = None,
    ) -> AsyncListing[t.Event]:
        """List events."""
        return AsyncListing(self._transport, "/events", query, options)

    async def get(
        self,
        id: str,
        options: CallOptions | None = None,
    ) -> t.Event:
        """Get an event."""
        return cast(
            t.Event,
            await self._call("GET", path("/events/{id}", id), None, options),
        )


class AsyncFiles(AsyncResource):
    async def download(
        self,
        id: str,
        query: t.DownloadFileQuery | None = None,
        options: CallOptions | None = None,
    ) -> Download:
        """Download a file."""
        return await self._download(path("/files/{id}", id), query, options)


class AsyncResources(AsyncResource):
    """What a team has."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.contacts = AsyncContacts(transport)
        self.projects = AsyncProjects(transport)
        self.clients = AsyncClients(transport)
        self.tasks = AsyncTasks(transport)
        self.deals = AsyncDeals(transport)
        self.campaigns = AsyncCampaigns(transport)
        self.activities = AsyncActivities(transport)
        self.contracts = AsyncContracts(transport)
        self.webhooks = AsyncWebhooks(transport)
        self.time_entries = AsyncTimeEntries(transport)
        self.billing_lines = AsyncBillingLines(transport)
        self.reports = AsyncReports(transport)
        self.messages = AsyncMessages(transport)
        self.conversations = AsyncConversations(transport)
        self.inboxes = AsyncInboxes(transport)
        self.groups = AsyncGroups(transport)
        self.labels = AsyncLabels(transport)
        self.comments = AsyncComments(transport)
        self.project_templates = AsyncProjectTemplates(transport)
        self.approvals = AsyncApprovals(transport)
        self.squads = AsyncSquads(transport)
        self.pipelines = AsyncPipelines(transport)
        self.users = AsyncUsers(transport)
        self.events = AsyncEvents(transport)
        self.files = AsyncFiles(transport)

    async def me(
        self,
        options: CallOptions | None = None,
    ) -> t.Me:
        """Get the key and its team."""
        return cast(
            t.Me,
            await self._call("GET", "/me", None, options),
        )

    async def phases(
        self,
        options: CallOptions | None = None,
    ) -> t.DealPhases:
        """List the deal phases."""
        return cast(
            t.DealPhases,
            await self._call("GET", "/phases", None, options),
        )

    async def tags(
        self,
        options: CallOptions | None = None,
    ) -> t.TagsInUse:
        """List the tags in use."""
        return cast(
            t.TagsInUse,
            await self._call("GET", "/tags", None, options),
        )
