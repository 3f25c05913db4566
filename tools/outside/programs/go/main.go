// Uses the client that openapi-generator makes for Go.
package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"regexp"

	"client/generated"
)

var next = regexp.MustCompile(`<([^>]*)>; rel="next"`)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// Prints the ids on all pages. The next page has the cursor of the URL in Link.
func walk(title string, query generated.ApiListPetsRequest) {
	fmt.Print(title)
	for {
		page, response, err := query.Limit(1).Execute()
		for _, pet := range must(page, err) {
			fmt.Print(" ", pet.Id)
		}
		link := next.FindStringSubmatch(response.Header.Get("Link"))
		if link == nil {
			fmt.Println()
			return
		}
		query = query.Cursor(must(url.Parse(link[1])).Query().Get("cursor"))
	}
}

func main() {
	configuration := generated.NewConfiguration()
	configuration.Servers[0].URL = os.Getenv("API_URL")
	animals := generated.NewAPIClient(configuration).AnimalsAPI
	ctx := context.WithValue(context.Background(), generated.ContextAccessToken, os.Getenv("API_KEY"))

	for _, input := range []generated.PetInput{
		{Name: "Rex", CategoryId: 9223372036854775807, Status: generated.AVAILABLE.Ptr()},
		{Name: "Zoë 🐈", CategoryId: -9223372036854775808},
		{Name: "Kim", CategoryId: 1, Status: generated.AVAILABLE.Ptr()},
	} {
		pet, _, err := animals.AddPet(ctx).PetInput(input).Execute()
		must(pet, err)
		status := "-"
		if pet.Status != nil {
			status = string(*pet.Status)
		}
		fmt.Println("added", pet.Id, pet.Name, pet.CategoryId, status)
	}

	walk("listed", animals.ListPets(ctx))
	walk("listed with the status", animals.ListPets(ctx).Status("available"))
	walk("listed with the status", animals.ListPets(ctx).Status(generated.AVAILABLE))

	var failure *generated.GenericOpenAPIError
	if _, _, err := animals.GetPet(ctx, 4).Execute(); errors.As(err, &failure) {
		reason := failure.Model().(generated.Error)
		fmt.Println(reason.Status, reason.Code, reason.Message)
	}
}
