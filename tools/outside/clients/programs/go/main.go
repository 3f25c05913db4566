// The steps of expected.txt with the client that openapi-generator makes for Go.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"

	"client/generated"
)

var nextCursor = regexp.MustCompile(`[?&]cursor=([^&>]+)[^>]*>; rel="next"`)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func show(verb string, pet *generated.Pet) {
	status := "-"
	if pet.Status != nil {
		status = string(*pet.Status)
	}
	fmt.Println(verb, pet.Id, pet.Name, pet.CategoryId, status)
}

func main() {
	configuration := generated.NewConfiguration()
	configuration.Servers[0].URL = os.Getenv("API_URL")
	animals := generated.NewAPIClient(configuration).AnimalsAPI
	ctx := context.WithValue(context.Background(), generated.ContextAccessToken, os.Getenv("API_KEY"))

	add := func(input generated.PetInput) {
		pet, _, err := animals.AddPet(ctx).PetInput(input).Execute()
		show("added", must(pet, err))
	}
	add(generated.PetInput{Name: "Rex", CategoryId: 9223372036854775807, Status: generated.AVAILABLE.Ptr()})
	add(generated.PetInput{Name: "Zoë 🐈", CategoryId: -9223372036854775808, Status: generated.SOLD.Ptr()})
	add(generated.PetInput{Name: "Tom", CategoryId: 1})

	// Every page but the last has a Link to the next one.
	for request := animals.ListPets(ctx).Limit(2); ; {
		pets, response, err := request.Execute()
		fmt.Print("page")
		for _, pet := range must(pets, err) {
			fmt.Print(" ", pet.Id)
		}
		fmt.Println()
		cursor := nextCursor.FindStringSubmatch(response.Header.Get("Link"))
		if cursor == nil {
			break
		}
		request = request.Cursor(cursor[1])
	}

	sold, _, err := animals.ListPets(ctx).Status(generated.SOLD).Execute()
	for _, pet := range must(sold, err) {
		fmt.Println("sold", pet.Id)
	}

	pet, _, err := animals.GetPet(ctx, 1).Execute()
	show("fetched", must(pet, err))

	var failure *generated.GenericOpenAPIError
	if _, _, err := animals.GetPet(ctx, 4).Execute(); errors.As(err, &failure) {
		reason := failure.Model().(generated.Error)
		fmt.Println(reason.Status, reason.Code, reason.Message)
	}
}
